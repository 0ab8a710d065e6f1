export type By = 'run' | 'team';

const USUAL_DEPTH = 10;
export const MOST_DEPTH = 10_000;

/** How the address names what is asked of the pool. */
export const NAMES = { depth: 'pool_depth', by: 'left_out' } as const;

type PoolChoice = Readonly<{ depth: number; by: By; found: readonly string[] }>;

const isDepth = (text: string): boolean =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_DEPTH;

/** What the address asks for; the usual where it does not say, or says what cannot be read, which `found` says. */
export function readPoolChoice(params: URLSearchParams): PoolChoice {
  const [depth, by] = [params.get(NAMES.depth) ?? '', params.get(NAMES.by) ?? ''];
  const isBy = by === 'run' || by === 'team';
  return {
    depth: isDepth(depth) ? Number(depth) : USUAL_DEPTH,
    by: isBy ? by : 'run',
    found: [
      ...(depth === '' || isDepth(depth)
        ? []
        : [`“${depth}” is no depth of a pool: ${USUAL_DEPTH} is shown.`]),
      ...(by === '' || isBy ? [] : [`“${by}” cannot be left out at a time: one run is.`]),
    ],
  };
}
