import { midpoint } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';

export type Preset = Readonly<{
  name: string;
  meaning: string;
  choice: Pick<Choice, 'aggregate' | 'threshold'>;
}>;

type GradeName = Readonly<{ value: number; name: string }>;

const titleOf = ({ value, name }: GradeName): string =>
  name === '' || name === String(value) ? String(value) : `${value}, ${name},`;

const relevantFrom = (grade: GradeName): string =>
  `Each vote counts as relevant from ${titleOf(grade)} up; the majority decides, and labels are 0 and 1.`;

/** Ways that most campaigns choose among. Two thresholds that come to the same are one. */
export function presetsOf(grades: readonly GradeName[]): Preset[] {
  const sorted = grades.toSorted((a, b) => a.value - b.value);
  const [, lenient] = sorted;
  const middle = midpoint(sorted.map(({ value }) => value));
  const above = sorted.filter(({ value }) => value >= middle && value !== lenient?.value);
  const [strict] = above;
  return [
    {
      name: 'Majority vote',
      meaning: 'The grade with more than half of a pair’s votes. Without one it is a tie.',
      choice: { aggregate: 'majority', threshold: null },
    },
    ...(lenient === undefined
      ? []
      : [
          {
            name: `Relevant from ${lenient.value} up`,
            meaning: relevantFrom(lenient),
            choice: { aggregate: 'majority', threshold: lenient.value } as const,
          },
        ]),
    ...(strict === undefined
      ? []
      : [
          {
            name: `Relevant from ${strict.value} up`,
            meaning: relevantFrom(strict),
            choice: { aggregate: 'majority', threshold: strict.value } as const,
          },
        ]),
    {
      name: 'Median',
      meaning: 'The middle grade of a pair’s votes, on the scale of the campaign. It has no ties.',
      choice: { aggregate: 'median', threshold: null },
    },
  ];
}

export const isChosen = ({ choice }: Preset, { aggregate, threshold }: Choice): boolean =>
  choice.aggregate === aggregate && (aggregate === 'median' || choice.threshold === threshold);
