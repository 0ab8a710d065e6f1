import type { DesignPreview } from '@/api/types';
import type { AskedDraw } from '@/features/campaign/api/setup';

/** How far apart two runs are, each run from one, each from each, or how high each is. */
export const KINDS = ['pair', 'against', 'all', 'means'] as const;
export type Kind = (typeof KINDS)[number];

/** What a sample can estimate; AP where labels give the number of relevant passages. */
export const ESTIMATED: readonly string[] = [
  'nDCG@10',
  'nDCG@5',
  'P@10',
  'P@5',
  'RBP(p=0.8)',
  'AP',
];

const USUAL_SHARE = 0.3;
const LEAST = 2;

/** What pairs are drawn for, and how many. */
export type DesignDraft = Readonly<{
  measure: string;
  kind: Kind;
  /** The runs of a difference; of two, or one against the others. '' takes the next best. */
  first: string;
  second: string;
  /** Labels that say what nDCG and AP divide by; '' takes the usual ideals of nDCG. */
  ideal: string;
  /** Labels that help to predict; '' for none. */
  predicted: string;
  seed: number;
  /** Null takes the usual share of what can be drawn. */
  n: number | null;
}>;

const SEEDS = 1_000_000;

/** A seed of its own for a new draw: two campaigns over the same runs judge different pairs. */
export const newSeed = (): number => Math.floor(Math.random() * SEEDS);

export const FIRST_DESIGN: DesignDraft = {
  measure: 'nDCG@10',
  kind: 'pair',
  first: '',
  second: '',
  ideal: '',
  predicted: '',
  seed: 0,
  n: null,
};

export const newDesign = (): DesignDraft => ({ ...FIRST_DESIGN, seed: newSeed() });

const isKind = (value: unknown): boolean => KINDS.some((kind) => kind === value);

/** Whether what was kept is of the shape that this version of the page knows, or of one without `predicted`. */
export function isDesign(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const kept: Readonly<Record<string, unknown>> = { ...value };
  const isText = (key: string): boolean => typeof kept[key] === 'string';
  return (
    ['first', 'second', 'ideal'].every(isText) &&
    (kept['predicted'] === undefined || isText('predicted')) &&
    isKind(kept['kind']) &&
    ESTIMATED.some((measure) => measure === kept['measure']) &&
    typeof kept['seed'] === 'number' &&
    (kept['n'] === null || typeof kept['n'] === 'number')
  );
}

type OfRuns = Readonly<{ design: DesignDraft; runs: readonly string[] }>;

/** The question with runs that are chosen: others are not asked about. */
export function questionOf({
  design,
  runs,
}: OfRuns): Pick<DesignDraft, 'kind' | 'first' | 'second'> {
  const first = runs.find((run) => run === design.first) ?? runs[0] ?? '';
  const others = runs.filter((run) => run !== first);
  const second = others.find((run) => run === design.second) ?? others[0] ?? '';
  return { kind: others.length === 0 ? 'means' : design.kind, first, second };
}

export const isByAp = ({ measure }: DesignDraft): boolean => measure.startsWith('AP');

/** Whether the measure divides by what labels say of a topic. */
export const isDivided = (design: DesignDraft): boolean =>
  isByAp(design) || design.measure.startsWith('nDCG');

/** What pairs are drawn for, as the server takes it. */
export function askedOf(draft: OfRuns): Required<Omit<AskedDraw, 'n'>> {
  const { kind, first, second } = questionOf(draft);
  const about = { pair: [first, second], against: [first], all: [], means: [] };
  return {
    measures: draft.design.measure,
    question: { kind, runs: about[kind] },
    seed: draft.design.seed,
    ideal_of: isDivided(draft.design) ? draft.design.ideal : '',
    predicted_by: draft.design.predicted,
  };
}

/** Whether several numbers are asked for, of which the median one is expected. */
export const isOfSeveral = (draft: OfRuns): boolean => questionOf(draft).kind !== 'pair';

/** The question in words. */
export function sayQuestion(draft: OfRuns): string {
  const { kind, first, second } = questionOf(draft);
  const asked = {
    pair: `how far apart ${first} and ${second} are`,
    against: `how far each run is from ${first}`,
    all: 'how far apart all runs are',
    means: 'how high each run is',
  };
  return `${asked[kind]}, by ${draft.design.measure}`;
}

type Drawable = Pick<DesignPreview, 'n' | 'n_drawable'>;

/** The fewest pairs that the slider goes down to. */
export const fewest = ({ n }: Drawable): number => Math.max(LEAST, n[0] ?? LEAST);

export const TOO_FEW = 'Only one pair can move the answer: too few to draw from.';

export const canDraw = ({ n_drawable: most }: Drawable): boolean => most >= LEAST;

/** How many pairs are drawn: as many as were asked for, within what there are. */
export function numberOf({ n }: Pick<DesignDraft, 'n'>, found: Drawable): number {
  const wanted = n ?? Math.round(USUAL_SHARE * found.n_drawable);
  return Math.min(Math.max(wanted, fewest(found)), found.n_drawable);
}

export type HalfWidths = Readonly<{ these: number; like: number }>;
type Expected = Pick<DesignPreview, 'n' | 'half_these' | 'half_like'>;

/** The half-widths to expect with n pairs, on straight lines between the numbers planned for. */
export function halfWidthsAt(found: Expected, n: number): HalfWidths | null {
  const after = found.n.findIndex((step) => step >= n);
  const [last, next] = [Math.max(after - 1, 0), Math.max(after, 0)];
  const [from, to] = [found.n[last] ?? n, found.n[next] ?? n];
  const share = to === from ? 1 : (n - from) / (to - from);
  const between = (halves: readonly number[]): number | undefined => {
    const [low, high] = [halves[last], halves[next]];
    return low === undefined || high === undefined ? undefined : low + share * (high - low);
  };
  const [these, like] = [between(found.half_these), between(found.half_like)];
  return these === undefined || like === undefined ? null : { these, like };
}
