import type { PairChoices } from '@/api/types';
import { SHORT_REASONS } from '@/features/campaign/kit/shortReason';
import { KINDS } from '@/features/campaign/pairs/search/search';
import type { Change, Search } from '@/features/campaign/pairs/search/search';
import { counted } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import type { Option } from '@/shared/ui/fields/SelectField';
import { optionsOf } from '@/shared/ui/fields/options';

/** A select of the list: '' stands for any. */
export type Choice = Readonly<{
  label: string;
  options: readonly Option[];
  value: string;
  changeTo: (value: string) => Change;
}>;

const ANY = '';

const fieldOf = (
  label: string,
  any: string,
  options: readonly Option[],
  value: string | undefined,
  changeTo: (value: string | undefined) => Change,
): Choice => {
  const isUnknown = value !== undefined && options.every((one) => one.value !== value);
  const others = isUnknown ? [...options, { value, label: value }] : options;
  return {
    label,
    options: [{ value: ANY, label: any }, ...others],
    value: value ?? ANY,
    changeTo: (chosen) => changeTo(chosen === ANY ? undefined : chosen),
  };
};

const assessors = ({ assessors: names }: PairChoices, { assessor }: Search): Choice =>
  fieldOf(
    'Assessor',
    'Anybody',
    names.map((name) => ({ value: name, label: name })),
    assessor,
    (value) => ({ assessor: value }),
  );

const grades = ({ grades: scale }: PairChoices, { grade }: Search): Choice =>
  fieldOf(
    'Grade',
    'Any grade',
    scale.map(({ value, name }) => ({ value: `${value}`, label: gradeTitle(value, name) })),
    grade === undefined ? undefined : `${grade}`,
    (value) => ({ grade: value === undefined ? undefined : Number(value) }),
  );

const reasons = ({ reason }: Search): Choice =>
  fieldOf('Not judged, because', 'Any reason', optionsOf(SHORT_REASONS), reason, (value) => ({
    reason: value as Search['reason'],
  }));

const kinds = ({ kinds: counts }: PairChoices, { kind }: Search): Choice =>
  fieldOf(
    'Kind',
    'Any kind',
    counts.map(({ kind: one, n }) => ({
      value: one,
      label: `${KINDS[one]}, ${counted(n, 'pair')}`,
    })),
    kind,
    (value) => ({ kind: value as Search['kind'] }),
  );

/** Before each stratum, so that the one without a name is not taken for any. */
const NAMED = '=';

const strata = ({ strata: names }: PairChoices, { stratum }: Search): Choice =>
  fieldOf(
    'Stratum',
    'Any stratum',
    names.map((name) => ({ value: NAMED + name, label: name === '' ? 'none' : name })),
    stratum === undefined ? undefined : NAMED + stratum,
    (value) => ({ stratum: value?.slice(NAMED.length) }),
  );

const labelSets = ({ label_sets: sets }: PairChoices, { far_from: id }: Search): Choice =>
  fieldOf(
    'Far from the label of',
    'No label set',
    sets.map(({ id: one, name }) => ({ value: `${one}`, label: name })),
    id === undefined ? undefined : `${id}`,
    (value) => ({ far_from: value === undefined ? undefined : Number(value) }),
  );

/** The selects of a campaign: those that would offer no choice are left out. */
export function choicesOf(choices: PairChoices, search: Search): Choice[] {
  const hasBlanks = choices.only.some(({ only, n }) => only === 'not_judged' && n > 0);
  const offered: readonly (readonly [offers: boolean, asked: unknown, choice: Choice])[] = [
    [choices.assessors.length > 1, search.assessor, assessors(choices, search)],
    [true, search.grade, grades(choices, search)],
    [hasBlanks, search.reason, reasons(search)],
    [choices.kinds.length > 1, search.kind, kinds(choices, search)],
    [choices.strata.length > 1, search.stratum, strata(choices, search)],
    [choices.label_sets.length > 0, search.far_from, labelSets(choices, search)],
  ];
  return offered.flatMap(([offers, asked, choice]) =>
    offers || asked !== undefined ? [choice] : [],
  );
}
