import type { AgreementQuery, Grade } from '@/api/types';
import { gradeTitle } from '@/shared/judging/grades';
import type { Option } from '@/shared/ui/fields/SelectField';
import { optionsOf } from '@/shared/ui/fields/options';

export type Missing = NonNullable<AgreementQuery['missing']>;

/** What the page compares; a part that is left out is as the server has it by default. */
export type Choice = Readonly<{ threshold?: number; missing?: Missing }>;

export const FIRST_RULE: Missing = 'drop';

const RULES: Readonly<Record<Missing, string>> = {
  drop: 'are left out',
  'median-up': 'count as the median of the pair’s grades, rounded up',
  category: 'are a category of their own',
};

export const RULE_OPTIONS = optionsOf(RULES);

const AS_GIVEN = '';

/** Thresholds that divide votes into two kinds: every grade but the lowest. */
export function thresholdOptions(scale: readonly Grade[]): Option[] {
  const ascending = scale.toSorted((a, b) => a.value - b.value);
  return [
    { value: AS_GIVEN, label: 'each grade for itself' },
    ...ascending.slice(1).map(({ value, name }) => ({
      value: `${value}`,
      label: `“${gradeTitle(value, name)}” and up, against the rest`,
    })),
  ];
}

export const optionOf = ({ threshold }: Choice): string =>
  threshold === undefined ? AS_GIVEN : `${threshold}`;

export const thresholdOf = (option: string): number | undefined =>
  option === AS_GIVEN ? undefined : Number(option);

/** What an address asks for; what is not known counts as not said. */
export function choiceOf(params: URLSearchParams, scale: readonly Grade[]): Choice {
  const asked = params.get('threshold') ?? AS_GIVEN;
  const isKnown = thresholdOptions(scale).some(({ value }) => value === asked);
  const rule = RULE_OPTIONS.find(({ value }) => value === params.get('missing'))?.value;
  return tidy({ threshold: isKnown ? thresholdOf(asked) : undefined, missing: rule });
}

type Parts = Readonly<{ threshold: number | undefined; missing: Missing | undefined }>;

/** The same without the parts that say nothing. */
const tidy = ({ threshold, missing }: Parts): Choice => ({
  ...(threshold !== undefined && { threshold }),
  ...(missing !== undefined && missing !== FIRST_RULE && { missing }),
});

export const changed = (choice: Choice, part: Partial<Parts>): Choice =>
  tidy({ threshold: choice.threshold, missing: choice.missing, ...part });

/** The choice as the end of an address: "?threshold=2", or nothing. */
export function addressOf(choice: Choice): string {
  const parts = Object.entries(choice).map(([key, value]) => [key, `${value}`]);
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts).toString()}`;
}
