import type { KeptRow } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { CORRECTIONS, SYSTEM_METHODS } from '@/shared/evaluation/testNames';

export type Asked = Readonly<Partial<Record<string, string>>>;

export const askedOf = (asked: KeptRow['asked']): Asked =>
  Object.fromEntries(asked.map(({ name, value }) => [name, value]));

const nameIn = (names: Readonly<Record<string, string>>, name: string): string =>
  names[name] ?? name;

function systemsAsked({ measure = '', method = '', baseline, correction = '' }: Asked): string {
  const parts = [
    `${measure}, ${nameIn(SYSTEM_METHODS, method)}`,
    ...(baseline === undefined ? [] : [`with ${baseline}`]),
    ...(method === 'mixed' ? [nameIn(CORRECTIONS, correction)] : []),
  ];
  return parts.join(', ');
}

const planAsked = ({ measure, run, label_set: labels, difference, power, alpha }: Asked): string =>
  `${measure} of ${run} under ${labels}, for ${difference === undefined ? 'the observed difference' : `a difference of ${difference}`}, power ${power}, level ${alpha}`;

const SENTENCES: Readonly<Record<KeptRow['kind'], (asked: Asked) => string>> = {
  systems: systemsAsked,
  order: ({ measure }) => `${measure}`,
  'two-orders': (asked) =>
    `${asked.measure_y} under ${asked.labels_y} against ${asked.measure_x} under ${asked.labels_x}`,
  'topic-plan': planAsked,
  bounds: ({ measure }) => `${measure}`,
  'pool-bias': ({ measure, label_set: labels, depth, by }) =>
    `${measure} under ${labels}, a pool of depth ${depth}, one ${by} left out at a time`,
};

/** What was asked, and from which seed how many draws were made, in a sentence. */
export function describeQuestion({ kind, asked, seed, n_draws: nDraws }: KeptRow): string {
  const drawn =
    nDraws === null || seed === null ? '' : `; ${counted(nDraws, 'draw')}, seed ${seed}`;
  return `${SENTENCES[kind](askedOf(asked))}${drawn}.`;
}
