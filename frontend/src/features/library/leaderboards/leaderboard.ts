import type { BoardRow, BoardSought, LabelSet, Leaderboard, TopicSetShown } from '@/api/types';
import { estimatedMeasures } from '@/shared/labels/estimated';
import { comparisonPath } from '@/shared/routing/paths';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import type { RunKind } from '@/shared/evaluation/runKinds';
import { chosenOf } from '@/shared/routing/useAddress';

type Mark = Readonly<{
  colour: string;
  glyph: string;
  symbol: 'circle' | 'square' | 'triangle' | 'diamond';
}>;

/** How a run of each kind is drawn: colour alone would not distinguish them. */
export const MARKS: Readonly<Record<RunKind, Mark>> = {
  trad: { colour: 'var(--line-5)', glyph: '●', symbol: 'circle' },
  nn: { colour: 'var(--line-2)', glyph: '■', symbol: 'square' },
  nnlm: { colour: 'var(--line-1)', glyph: '▲', symbol: 'triangle' },
  unknown: { colour: 'var(--soft)', glyph: '◆', symbol: 'diamond' },
};

const ALL_KINDS = Object.keys(RUN_KINDS) as readonly RunKind[];

const USUAL_MEASURE = 'nDCG@10';
const MOST_BESIDE = 6; // as many as the server shows

/** Measures of a list as an address writes it; a name may have commas between brackets. */
const measuresIn = (list: string): string[] =>
  list.split(/,(?![^()]*\))/).filter((name) => name !== '');

/**
 * The measures of a board, that which orders it first. None is beside it unless the address names it: scores by a measure
 * that nobody has asked for before are not stored, so the server would score all runs again.
 */
export function boardMeasures(
  params: URLSearchParams,
  usual = USUAL_MEASURE,
): readonly [string, ...string[]] {
  const first = params.get('measure') ?? usual;
  const beside = measuresIn(params.get('beside') ?? '');
  return [first, ...beside.filter((name) => name !== first)];
}

/** How an address names the measures beside the first. */
export const besideIn = (names: readonly string[]): string => names.slice(0, MOST_BESIDE).join(',');

/** How an address has another measure order the board: it changes places with the one before. */
export const orderedBy = (params: URLSearchParams, measure: string, usual = USUAL_MEASURE) => {
  const [before, ...beside] = boardMeasures(params, usual);
  const swapped = beside.map((name) => (name === measure ? before : name));
  return { measure, beside: besideIn(swapped) };
};

/** The measure of a board under these labels where nobody names one: of a sample, one that it can estimate. */
const usualUnder = (set: Pick<LabelSet, 'design'> | undefined): string => {
  const found = set === undefined ? null : estimatedMeasures(set);
  return found === null || found.includes(USUAL_MEASURE) ? USUAL_MEASURE : (found[0] ?? 'P@10');
};

type Read = Readonly<{ sought: BoardSought; found: readonly string[] }>;

const unknownLabels = (name: string, offered: readonly string[], shown: string): string[] =>
  name === '' || offered.includes(name)
    ? []
    : [`No label set called “${name}” serves these topics: ${shown}.`];

/** The board that an address asks for; `found` has a sentence for each label set that does not serve its topics. */
export function readLeaderboard(
  params: URLSearchParams,
  { name, label_sets: offered }: Pick<TopicSetShown, 'name' | 'label_sets'>,
  sets: readonly Pick<LabelSet, 'name' | 'design'>[] = [],
): Read {
  const labels = chosenOf(params, 'labels', offered);
  const other = params.get('other') ?? '';
  const hasOther = other !== labels && offered.includes(other);
  const usual = usualUnder(sets.find((one) => one.name === labels));
  const [measure, ...beside] = boardMeasures(params, usual);
  const shown = { topic_set: name, labels, measure, beside: beside.join(',') };
  return {
    sought: { ...shown, ...(hasOther && { other_labels: other }) },
    found: [
      ...unknownLabels(params.get('labels') ?? '', offered, `${labels} is shown`),
      ...unknownLabels(other, offered, 'no other labels are shown'),
      ...(other === labels ? [`${labels} cannot be compared with itself: it is shown alone.`] : []),
    ],
  };
}

/** The kinds that some row is of, in their usual order. */
export const kindsOf = (rows: readonly BoardRow[]): readonly RunKind[] =>
  ALL_KINDS.filter((kind) => rows.some((row) => row.kind === kind));

/** Kinds that an address hides, one after a comma. */
export const hiddenKinds = (params: URLSearchParams): ReadonlySet<string> =>
  new Set((params.get('without') ?? '').split(',').filter((kind) => kind !== ''));

/** How an address says which kinds are hidden, once this one is shown or hidden. */
export const withKind = (hidden: ReadonlySet<string>, kind: string, isShown: boolean): string =>
  ALL_KINDS.filter((one) => (one === kind ? !isShown : hidden.has(one))).join(',');

/** How far a run rose or fell under the other labels. */
export function movedWords({ other }: BoardRow): string {
  if (other === null) return '';
  if (other.moved === 0) return 'same';
  return other.moved > 0 ? `▲ up ${other.moved}` : `▼ down ${-other.moved}`;
}

type Interval = Readonly<{ name: string; of: (row: BoardRow) => readonly number[] | null }>;

/** The intervals of a mean: of an estimate two, each with what it holds for. */
export const intervalsOf = ({ sample }: Pick<Leaderboard, 'sample'>): readonly Interval[] => {
  const usual = ({ interval }: BoardRow) => interval;
  if (sample === null) return [{ name: '95% interval', of: usual }];
  return [
    { name: '95%, topics like these', of: usual },
    { name: '95%, these topics', of: (row) => row.these_topics },
  ];
};

/** The share of the first ranks that counts as judged: of a sample, all that could be drawn. */
export const judgedHead = ({ sample, cutoff }: Pick<Leaderboard, 'sample' | 'cutoff'>): string =>
  (sample === null ? 'judged' : 'drawable') + (cutoff === null ? '' : `@${cutoff}`);

/** The comparison of those of these rows that are chosen, under the labels of the board: the last is the baseline. */
export function comparisonOf(
  board: Leaderboard,
  rows: readonly BoardRow[],
  chosen: ReadonlySet<string>,
): string | null {
  const names = rows.map(({ run }) => run).filter((run) => chosen.has(run));
  const baseline = names.at(-1);
  if (baseline === undefined || names.length < 2) return null;
  const labels = [board.labels, ...(board.other_labels === null ? [] : [board.other_labels])];
  return comparisonPath({
    baseline,
    runs: names.slice(0, -1).join(','),
    labels: labels.join(','),
    measures: [board.measure, ...board.beside.map(({ name }) => name)].join(','),
  });
}
