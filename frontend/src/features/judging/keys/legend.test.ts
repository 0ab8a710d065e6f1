import { expect, it } from 'vitest';
import { commandsOf } from '@/features/judging/keys/commands';
import type { Command, JudgingContext } from '@/features/judging/keys/commands';
import { keySpan, legendOf, describeMiss } from '@/features/judging/keys/legend';
import { grade, judgingSetup } from '@/features/judging/desk/desk.test.support';

const setup = judgingSetup();

const NOTHING_NOW = {
  hasPassage: true,
  hasReasons: true,
  hasGuideline: true,
  hasSelection: false,
  hasCursor: false,
  canRemoveHighlight: false,
  canStepBack: false,
  wayBack: null,
  confidence: null,
  hasNote: false,
} as JudgingContext;

const shown = (commands: readonly Command[], part: Partial<JudgingContext> = {}): string[] =>
  legendOf(commands, { ...NOTHING_NOW, ...part }).map(
    ({ command, label }) => `${command.keyLabel} ${label}`,
  );

it('shows what applies now, and no more', () => {
  expect(shown(commandsOf(setup, null))).toEqual([
    'x Cannot judge',
    'g Guideline',
    'h My judgments',
    '? Keys',
    'm Highlight words',
  ]);
});

it('says what Escape does, in words', () => {
  const commands = commandsOf(setup, 'reason');
  expect(shown(commands, { wayBack: 'Back to the grades' })).toContain('Esc Back to the grades');
});

it('offers no highlighting where no grade requires it', () => {
  const plain = { ...setup, scale: [grade(0), grade(1)] };
  expect(shown(commandsOf(plain, null)).join()).not.toContain('Highlight');
});

it('offers remarks where the campaign asks for them, with what was said so far', () => {
  const campaign = { ...setup.campaign, asks_confidence: true, asks_note: true };
  const commands = commandsOf({ ...setup, campaign }, null);
  expect(shown(commands)).toEqual(expect.arrayContaining(['c How sure', 'n Note']));
  expect(shown(commands, { confidence: 4 })).toContain('c Sure');
});

it.each([
  [[1, 2, 3, 4, 5], '1–5'],
  [[0, 1], '0 1'],
  [[0, 2, 3], '0 2 3'],
  [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], ''],
])('the digits of %j are shown as %s', (values, text) => {
  const scale = values.map((value) => grade(value));
  expect(keySpan(commandsOf({ ...setup, scale }, null))).toBe(text);
});

it('answers a digit that chooses nothing with what there is', () => {
  expect(describeMiss('9', commandsOf(setup, null))).toBe('No grade has the key 9; there is 1–3.');
});
