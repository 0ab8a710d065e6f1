import type { JudgingSetup } from '@/api/types';
import { describe, expect, it, vi } from 'vitest';
import { commandFor, commandsOf, gradeCommands } from '@/features/judging/keys/commands';
import type { JudgingContext } from '@/features/judging/keys/commands';
import { grade, judgingSetup } from '@/features/judging/desk/desk.test.support';

const context = (part: Partial<JudgingContext> = {}): JudgingContext => ({
  grade: vi.fn(),
  answerNotJudged: vi.fn(),
  toggleReasons: vi.fn(),
  toggleGuideline: vi.fn(),
  toggleHistory: vi.fn(),
  toggleKeys: vi.fn(),
  search: vi.fn(),
  highlight: vi.fn(),
  move: vi.fn(),
  removeHighlight: vi.fn(),
  toggleConfidence: vi.fn(),
  beSure: vi.fn(),
  takeNote: vi.fn(),
  confidence: null,
  hasNote: false,
  stepBack: vi.fn(),
  stepForward: vi.fn(),
  hasPassage: true,
  hasReasons: true,
  hasGuideline: true,
  hasSelection: true,
  hasCursor: true,
  canRemoveHighlight: true,
  canStepBack: true,
  canSearch: true,
  wayBack: 'Back to the grades',
  ...part,
});

const press = (part: Partial<KeyboardEvent>): KeyboardEvent => new KeyboardEvent('keydown', part);

const scale = [1, 2, 3, 4, 5].map((value) => grade(value));
const reasons = [
  { code: 'unreadable', name: 'Cannot be read' },
  { code: 'other', name: 'Something else' },
];

/** A campaign that asks for all there is. */
const offered = (part: Partial<JudgingSetup> = {}): JudgingSetup => ({
  ...judgingSetup(),
  scale: [...scale.slice(1), grade(1, { requires_span: true })],
  reasons,
  campaign: {
    ...judgingSetup().campaign,
    asks_confidence: true,
    asks_note: true,
    allows_search: true,
  },
  ...part,
});

describe('the list of commands', () => {
  it.each([
    ['a binary scale', [0, 1]],
    ['ten grades', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a scale below zero', [-2, -1, 0, 1, 2]],
    ['a scale beyond nine', [1, 5, 10]],
  ])('has no two commands on one key, with %s', (_, values) => {
    const grades = values.map((value) => grade(value, { requires_span: true }));
    for (const asking of [null, 'reason', 'confidence'] as const) {
      const tokens = commandsOf(offered({ scale: grades }), asking).flatMap((one) => one.tokens);
      expect(tokens.filter((token, place) => tokens.indexOf(token) < place)).toEqual([]);
    }
  });
});

describe('gradeCommands', () => {
  it('takes the digit of the value when every value has one', () => {
    expect(gradeCommands([grade(0), grade(2)]).map(({ keyLabel }) => keyLabel)).toEqual(['0', '2']);
  });

  it('counts positions when a value has no digit', () => {
    expect(gradeCommands([grade(-1), grade(10)]).map(({ keyLabel }) => keyLabel)).toEqual([
      '1',
      '2',
    ]);
  });
});

describe('commandFor', () => {
  const commands = commandsOf(offered(), null);
  const idOf = (
    part: Partial<KeyboardEvent>,
    isTyping = false,
    state = context(),
  ): string | undefined => commandFor(press(part), commands, state, isTyping)?.id;

  it.each([
    ['a digit', { code: 'Digit4', key: '4' }, 'grade-4'],
    ['a digit of the number pad', { code: 'Numpad4', key: '4' }, 'grade-4'],
    [
      'a digit key that prints something else (French layout)',
      { code: 'Digit4', key: "'" },
      'grade-4',
    ],
    ['a letter', { code: 'KeyU', key: 'u' }, 'back'],
    ['an arrow', { code: 'ArrowLeft', key: 'ArrowLeft' }, 'move'],
    ['an arrow with Shift', { code: 'ArrowLeft', key: 'ArrowLeft', shiftKey: true }, 'select'],
    ['an arrow of the number pad', { code: 'Numpad4', key: 'ArrowLeft' }, 'move'],
    ['a held arrow', { code: 'ArrowLeft', key: 'ArrowLeft', repeat: true }, 'move'],
    ['a letter on another key (Dvorak)', { code: 'KeyF', key: 'u' }, 'back'],
    ['a key of another alphabet, by its code', { code: 'KeyG', key: 'п' }, 'guideline'],
    ['a letter with caps lock', { code: 'KeyX', key: 'X' }, 'reasons'],
    [
      'a slash on a digit key (German layout)',
      { code: 'Digit1', key: '/', shiftKey: true },
      'search',
    ],
    ['a question mark wherever it lies', { code: 'Minus', key: '?', shiftKey: true }, 'keys'],
  ])('knows %s', (_, part, id) => {
    expect(idOf(part)).toBe(id);
  });

  it.each([
    ['a held key', { repeat: true }],
    ['a chord with Ctrl', { ctrlKey: true }],
    ['a chord with Alt', { altKey: true }],
    ['a chord with Meta', { metaKey: true }],
    ['a composition', { isComposing: true }],
  ])('ignores %s', (_, part) => {
    expect(idOf({ code: 'Digit4', key: '4', ...part })).toBeUndefined();
  });

  it('ignores keys while the person types', () => {
    expect(idOf({ code: 'Digit4', key: '4' }, true)).toBeUndefined();
  });

  it('ignores what is not possible now', () => {
    expect(
      idOf({ code: 'KeyU', key: 'u' }, false, context({ canStepBack: false })),
    ).toBeUndefined();
  });

  it('leaves the arrows to the page while there is no word cursor', () => {
    const arrow = { code: 'ArrowDown', key: 'ArrowDown' };
    expect(idOf(arrow, false, context({ hasCursor: false }))).toBeUndefined();
  });

  it('chooses among the reasons while they are asked for', () => {
    const asking = commandsOf(offered(), 'reason');
    expect(commandFor(press({ code: 'Digit2', key: '2' }), asking, context(), false)?.id).toBe(
      'reason-other',
    );
  });
});
