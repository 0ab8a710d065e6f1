import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { gradeTitle } from '@/shared/judging/grades';

type Settings = Readonly<{
  grades: readonly GradeDraft[];
  asksNote: boolean;
  asksConfidence: boolean;
}>;

const gradeLine = ({ value, name, description, requires_span: isRequired }: GradeDraft): string =>
  `- **${gradeTitle(value, name.trim())}**` +
  (description.trim() === '' ? '.' : `: ${description}`) +
  (isRequired ? ' Highlight the words that show it.' : '');

function highlighting(grades: readonly GradeDraft[]): string {
  const required = inOrder(grades).filter(({ requires_span: isRequired }) => isRequired);
  if (required.length === 0) return '';
  const names = required.map(({ name }) => name.trim()).join(' and ');
  return `
## Highlighting words

For ${names}, highlight the words that answer before you give the grade. Highlight as little as is
enough to see the answer; there may be several highlights.
`;
}

const remarks = ({ asksNote, asksConfidence }: Settings): string =>
  [
    asksConfidence ? 'You may say how sure you are; there is no wrong answer to that.' : '',
    asksNote ? 'Where a passage is hard to grade you may leave a note that says why.' : '',
  ]
    .filter((line) => line !== '')
    .map((line) => `\n${line}\n`)
    .join('');

/** Paragraphs in one line each, as a narrow text field wants them; lists and headings stay. */
const unwrapped = (text: string): string => text.replace(/([^\n])\n(?=[^\n#-])/g, '$1 ');

/** A guideline to begin with; the organizer makes it their own. */
export const guidelineTemplate = (settings: Settings): string =>
  unwrapped(`## What you do

Judge how far the passage helps the person who searched, as if you had searched
yourself. Judge each passage by itself, whatever you saw before it.

## The grades

${inOrder(settings.grades).map(gradeLine).join('\n')}

Between two grades, give the lower one.
${highlighting(settings.grades)}
## What does not count

- How well the passage is written, how long it is or where it comes from.
- Whether you knew it already. Trust the passage; there is no need to look anything up.
${remarks(settings)}
## When you cannot judge

Say so rather than guess: choose "cannot judge" and the reason, when the passage or the query cannot
be read or understood.
`);
