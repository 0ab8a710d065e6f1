import type { LabelSet, Run } from '@/api/types';
import type { Selection } from '@/features/comparison/choice/selection';

export type Scoped = Pick<Run, 'lineage'>;

/** Runs over the same collection and topics, or over variants of these, can be compared at once. */
export const isOfSameTopics = (one: Scoped, other: Scoped): boolean =>
  one.lineage.collections.at(-1) === other.lineage.collections.at(-1) &&
  one.lineage.topic_sets.at(-1) === other.lineage.topic_sets.at(-1);

/** Labels serve the runs over their collection and topics, and over variants of these. */
export const serves = (
  labels: Pick<LabelSet, 'collection' | 'topic_set'>,
  { lineage }: Scoped,
): boolean =>
  lineage.collections.includes(labels.collection) && lineage.topic_sets.includes(labels.topic_set);

/** A selection of what is there and fits together, and a sentence for each thing that was left out. */
export type Fitted = Readonly<{ selection: Selection; leftOut: readonly string[] }>;

type Named = Readonly<{ name: string }>;

const isNamed = (name: string) => (thing: Named) => thing.name === name;

/** The things of these names, and the messages about names that nothing has. */
function found<Thing extends Named>(
  names: readonly string[],
  things: readonly Thing[],
  kind: string,
) {
  const there = [...new Set(names)].flatMap((name) => things.find(isNamed(name)) ?? []);
  const gone = names.filter((name) => !things.some(isNamed(name)));
  return [there, gone.map((name) => `There is no ${kind} called “${name}” here.`)] as const;
}

const optional = (name: string | null): string[] => (name === null ? [] : [name]);

const nameOf = ([first]: readonly Named[]): string | null => first?.name ?? null;

/** The run that decides what fits: the baseline, else the first. */
export const anchorOf = <Thing extends Named>(
  { baseline, runs: chosen }: Pick<Selection, 'baseline' | 'runs'>,
  runs: readonly Thing[],
): Thing | undefined =>
  [...optional(baseline), ...chosen].flatMap((name) => runs.find(isNamed(name)) ?? [])[0];

/** What of these can be compared with the anchor, and a sentence for each that cannot. */
function fitting(anchor: Run | undefined, chosen: readonly Run[], sets: readonly LabelSet[]) {
  if (anchor === undefined) return { runs: chosen, sets, leftOut: [] };
  const fit = sets.filter((set) => serves(set, anchor));
  const runs = chosen.filter(
    (run) => isOfSameTopics(run, anchor) && fit.every((set) => serves(set, run)),
  );
  const [unfitRuns, unfitSets] = [
    chosen.filter((run) => !runs.includes(run)),
    sets.filter((set) => !fit.includes(set)),
  ];
  const leftOut = [
    ...unfitRuns.map(({ name }) => `${name} ranks other topics or passages than ${anchor.name}.`),
    ...unfitSets.map(({ name }) => `${name} does not label the topics of ${anchor.name}.`),
  ];
  return { runs, sets: fit, leftOut };
}

/** What of a selection can be shown: unknown names, and runs and labels that do not fit the first run, are left out. */
export function fittingPart(
  selection: Selection,
  allRuns: readonly Run[],
  allLabels: readonly LabelSet[],
): Fitted {
  const [baseline, noBaseline] = found(optional(selection.baseline), allRuns, 'complete run');
  const [runs, noRuns] = found(selection.runs, allRuns, 'complete run');
  const [old, noOld] = found(optional(selection.baselineLabels), allLabels, 'label set');
  const [sets, noSets] = found(selection.labels, allLabels, 'label set');
  const [narrow, noNarrow] = found(optional(selection.onlyTopicsOf), allLabels, 'label set');
  const anchor = baseline[0] ?? runs[0];
  const fit = fitting(anchor, runs, sets);
  return {
    selection: {
      ...selection,
      baseline: nameOf(baseline),
      baselineLabels: nameOf(old),
      runs: fit.runs.map(({ name }) => name),
      labels: fit.sets.map(({ name }) => name),
      onlyTopicsOf: nameOf(narrow),
    },
    leftOut: [
      ...[...noBaseline, ...noRuns, ...noOld, ...noSets, ...noNarrow],
      ...fit.leftOut.map((shown) => `${shown} It is left out.`),
    ],
  };
}

/** The runs that can be compared with the anchor; all without one. */
export const runsBeside = <Thing extends Scoped>(
  runs: readonly Thing[],
  anchor: Scoped | undefined,
): readonly Thing[] =>
  anchor === undefined ? runs : runs.filter((run) => isOfSameTopics(run, anchor));
