import type { CampaignOverview, OptionsChange } from '@/api/types';

export type Options = CampaignOverview['options'];
type NumberOption = Readonly<{
  name:
    | 'quota'
    | 'pace_limit'
    | 'max_not_judged'
    | 'lease_s'
    | 'seat_s'
    | 'pass_share'
    | 'max_attempts';
  label: string;
  hint: string;
  /** What one of the field is of what is stored: a minute is 60 seconds. */
  unit: number;
  most: number;
  mayBeEmpty?: boolean;
}>;

/** Numbers as people say them; stored they are seconds and shares. */
export const NUMBERS: readonly NumberOption[] = [
  {
    name: 'quota',
    label: 'Quota per assessor',
    hint: 'Pairs, for assessors without a quota of their own. Empty: no limit.',
    unit: 1,
    most: 2_147_483_647,
    mayBeEmpty: true,
  },
  {
    name: 'pace_limit',
    label: 'Reading speed above which a judgment is flagged (words a minute)',
    hint: 'Only flags assessors. Empty: 912, four times the mean reader.',
    unit: 1,
    most: 10_000,
    mayBeEmpty: true,
  },
  {
    name: 'max_not_judged',
    label: 'Answers without a grade before a pair is set aside',
    hint: 'A pair that this many assessors could not judge is set aside: nobody else gets it.',
    unit: 1,
    most: 100,
  },
  {
    name: 'lease_s',
    label: 'Minutes a passage is held',
    hint: 'After this long without activity it is offered to somebody else. A late answer is kept.',
    unit: 60,
    most: 10_080,
  },
  {
    name: 'seat_s',
    label: 'Hours a topic is held',
    hint: 'After this long without an answer the topic goes to somebody else.',
    unit: 3600,
    most: 8_784,
  },
  {
    name: 'pass_share',
    label: 'Passing share of the qualification round, in percent',
    hint: 'Empty: no round.',
    unit: 0.01,
    most: 100,
    mayBeEmpty: true,
  },
  {
    name: 'max_attempts',
    label: 'Attempts at the qualification round',
    hint: '',
    unit: 1,
    most: 100,
  },
];

type SwitchOption = Readonly<{
  name: 'allows_sign_up' | 'asks_confidence' | 'asks_note' | 'allows_search';
  label: string;
  hint: string;
}>;

export const SWITCHES: readonly SwitchOption[] = [
  {
    name: 'allows_sign_up',
    label: 'Anybody may join',
    hint: 'Anyone with the address joins without an invitation.',
  },
  {
    name: 'asks_confidence',
    label: 'Assessors may say how sure they are',
    hint: 'Never required; takes one more key when used.',
  },
  {
    name: 'asks_note',
    label: 'Assessors may leave a note',
    hint: 'Never required. Notes stay out of published files.',
  },
  {
    name: 'allows_search',
    label: 'Assessors may search for more passages',
    hint: 'Where whole topics are served. What they find and judge comes into the pool.',
  },
];

export type OptionName = NumberOption['name'] | SwitchOption['name'];

/** They count where a campaign has qualification pairs. */
export const OF_ROUND: readonly OptionName[] = ['pass_share', 'max_attempts'];

/** Options by subject. */
export const GROUPS: readonly Readonly<{ title: string; names: readonly OptionName[] }>[] = [
  {
    title: 'Judging',
    names: [
      'quota',
      'max_not_judged',
      'lease_s',
      'seat_s',
      'pace_limit',
      'asks_confidence',
      'asks_note',
      'allows_search',
    ],
  },
  { title: 'Access and sharing', names: ['allows_sign_up'] },
  { title: 'Qualification round', names: OF_ROUND },
];

export type Entered = Readonly<Record<string, string | boolean>>;

/** Two digits are enough to write a share or a time down, and no rounding shows. */
const shown = (value: number | null, unit: number): string =>
  value === null ? '' : String(Math.round((value / unit) * 100) / 100);

export const enteredFrom = (options: Options): Entered => ({
  ...Object.fromEntries(NUMBERS.map(({ name, unit }) => [name, shown(options[name], unit)])),
  ...Object.fromEntries(SWITCHES.map(({ name }) => [name, options[name]])),
});

function stored(text: string, unit: number): number | null {
  if (text === '') return null;
  return unit < 1 ? Number((Number(text) * unit).toFixed(6)) : Math.round(Number(text) * unit);
}

/** Only what was changed is sent: what another window changed meanwhile stays. */
export function changesOf(before: Options, entered: Entered): OptionsChange {
  const was = enteredFrom(before);
  const numbers = NUMBERS.filter(({ name }) => entered[name] !== was[name]);
  const switches = SWITCHES.filter(({ name }) => entered[name] !== was[name]);
  return {
    ...Object.fromEntries(
      numbers.map(({ name, unit }) => [name, stored(String(entered[name]), unit)]),
    ),
    ...Object.fromEntries(switches.map(({ name }) => [name, entered[name]])),
  };
}
