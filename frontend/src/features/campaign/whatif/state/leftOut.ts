import { printState, relevantFrom, USUAL } from '@/features/campaign/whatif/state/state';
import type { State } from '@/features/campaign/whatif/state/state';

const valuesOf = (params: URLSearchParams, name: string): string[] =>
  params
    .getAll(name)
    .flatMap((value) => (name === 'runs' ? value.split(',') : [value]))
    .filter((value) => value !== '');

const isSame = (one: string, other: string): boolean =>
  one === other || Number(one) === Number(other);

/** What an address says that its state does not, in one sentence; empty where it says all. */
export function sayLeftOut(params: URLSearchParams, state: State): string {
  const shown = new URLSearchParams(printState(state));
  const from = `${relevantFrom(state.choice)}`;

  function isTaken(name: string, value: string): boolean {
    const isRelevance = name === 'threshold' || name === 'min_relevance';
    const known = [...valuesOf(shown, name), ...(isRelevance ? [from] : [`${USUAL[name]}`])];
    return known.some((one) => isSame(one, value));
  }

  const strange = [...new Set(params.keys())].flatMap((name) => {
    const values = valuesOf(params, name).filter((value) => !isTaken(name, value));
    return values.length === 0 ? [] : [`${name.replaceAll('_', ' ')} ${values.join(', ')}`];
  });
  return strange.length === 0
    ? ''
    : `Parts of the address do not fit here and are left out: ${strange.join('; ')}.`;
}
