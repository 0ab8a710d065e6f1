import type { LabelSet, Run } from '@/api/types';
import { splitMeasures, DEFAULT_MEASURES } from '@/features/comparison/texts/measureNames';
import { isOfSameTopics, serves } from '@/features/comparison/choice/fitting';
import type { Scoped } from '@/features/comparison/choice/fitting';
import {
  isBare,
  readSelection,
  readTesting,
  splitNames,
} from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import { USUAL_FAMILY } from '@/features/comparison/texts/tests';
import { estimatedMeasures } from '@/shared/labels/estimated';
import { USUAL_CORRECTION } from '@/shared/routing/paths';

const GRADED_FIRST = 'nDCG@10';

type Values = Pick<LabelSet, 'scale' | 'source' | 'design'>;

/**
 * Whether values say how relevant a passage is: below 0 they only say what was not judged, as trec_eval has it.
 * Files may leave out the 0 of what is not relevant; a derived scale has all of its values.
 */
const isGraded = ({ scale, source }: Pick<Values, 'scale' | 'source'>): boolean => {
  const values = scale.map((value) => Math.max(value, 0));
  return new Set(source === 'imported' ? [0, ...values] : values).size > 2;
};

/**
 * What a comparison under these labels is measured by where nobody says, the first opening the page. The labels
 * that topics came with decide before those derived here: under binary ones the question is where the first relevant
 * passage stands, a graded derivation of the same topics beside them or not. Samples give only what they can estimate.
 */
function usualMeasures(sets: readonly Values[]): readonly string[] {
  const [estimated] = sets.map(estimatedMeasures).filter((names) => names !== null);
  if (estimated !== undefined) return estimated;
  const imported = sets.filter(({ source }) => source === 'imported');
  const deciding = imported.length > 0 ? imported : sets;
  if (!deciding.some(isGraded)) return DEFAULT_MEASURES;
  return [GRADED_FIRST, ...DEFAULT_MEASURES.filter((name) => name !== GRADED_FIRST)];
}

const MOST_RUNS = 4;
const MOST_LABELS = 3;
const MOST_NAMED = 10;

const runsBeside = (run: Run, runs: readonly Run[]): Run[] =>
  runs.filter((other) => isOfSameTopics(run, other));

const labelsOf = (run: Run, labels: readonly LabelSet[]): LabelSet[] =>
  labels.filter((set) => serves(set, run));

const byName = (one: Readonly<{ name: string }>, other: Readonly<{ name: string }>): number =>
  one.name.localeCompare(other.name);

const nAncestors = ({ lineage }: Scoped): number =>
  lineage.collections.length + lineage.topic_sets.length;

/** Runs over originals before those over variants; first stages before what re-ranks them, the oldest first. */
const runOrder = (one: Run, other: Run): number =>
  nAncestors(one) - nAncestors(other) ||
  Number(one.parent !== null) - Number(other.parent !== null) ||
  Date.parse(one.created_at) - Date.parse(other.created_at) ||
  byName(one, other);

/** Imported labels before those derived here. */
const labelOrder = (one: LabelSet, other: LabelSet): number =>
  Number(one.source === 'derived') - Number(other.source === 'derived') || byName(one, other);

/** What a run is held against: the run that it re-ranks, else the oldest of its topics, which may be itself. */
function baselineOf(run: Run, runs: readonly Run[]): Run {
  const beside = runsBeside(run, runs);
  return beside.find(({ name }) => name === run.parent) ?? beside[0] ?? run;
}

/** How a run was computed, without its name, depth and device; null where that is not known. */
function recipeOf({ asked }: Run): string | null {
  return asked === null ? null : JSON.stringify({ ...asked, name: '', depth: 0, device: '' });
}

/** The runs without those computed as an earlier one was, whose first passages are the same. */
function withoutTwins(runs: readonly Run[]): Run[] {
  const seen = new Set<string>();
  return runs.filter((run) => {
    const recipe = recipeOf(run);
    if (recipe === null) return true;
    const isNew = !seen.has(recipe);
    seen.add(recipe);
    return isNew;
  });
}

/** The first run that has another, computed otherwise, and labels beside it; failing that, simply the first. */
function pickBaseline(runs: readonly Run[], labels: readonly LabelSet[]): Run | undefined {
  const isGood = (run: Run): boolean =>
    withoutTwins(runsBeside(run, runs)).length > 1 && labelsOf(run, labels).length > 0;
  return runs.find(isGood) ?? runs[0];
}

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

/** Runs to compare where nobody names one: models trained here know some of the topics. */
const untrained = (runs: readonly Run[]): Run[] => runs.filter(({ is_trained: is }) => !is);

/** What a bare address compares; where it names a run, that one with its baseline. */
export function defaultSelection(
  allRuns: readonly Run[],
  allLabels: readonly LabelSet[],
  about: string | null = null,
  most = MOST_RUNS,
): Selection {
  const [runs, labels] = [allRuns.toSorted(runOrder), allLabels.toSorted(labelOrder)];
  const wanted = runs.find(({ name }) => name === about);
  const baseline = wanted === undefined ? pickBaseline(runs, labels) : baselineOf(wanted, runs);
  const beside = baseline === undefined ? [] : withoutTwins(runsBeside(baseline, runs));
  const others = untrained(beside).filter((run) => run !== baseline);
  const compared = wanted === undefined || wanted === baseline ? others : [wanted];
  const sets = baseline === undefined ? [] : labelsOf(baseline, labels).slice(0, MOST_LABELS);
  return {
    baseline: baseline?.name ?? null,
    baselineLabels: null,
    runs: names(compared.slice(0, most)),
    labels: names(sets),
    measures: usualMeasures(sets),
    test: 't',
    correction: USUAL_CORRECTION,
    family: USUAL_FAMILY,
    testOptions: {},
    onlyTopicsOf: null,
    commonTopics: false,
    trainedTopics: 'refuse',
    singlePrecision: false,
  };
}

/** The runs of a label set's topics, or those named of them, under it, with the set to show beside it; null where there is no such set. */
function selectionUnder(
  params: URLSearchParams,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): Selection | null {
  const wanted = labels.find(({ name }) => name === params.get('label_set'));
  if (wanted === undefined) return null;
  const fitting = runs.filter((run) => serves(wanted, run));
  const beside = labels.filter(({ name }) => name === params.get('beside'));
  const sets = [...beside.filter((one) => one !== wanted), wanted];
  const among = splitNames(params.get('among'));
  const named = fitting.filter(({ name }) => among.includes(name));
  return named.length < 2
    ? defaultSelection(fitting, sets)
    : defaultSelection(named, sets, null, MOST_NAMED);
}

/** The runs that the address names, the first stage as the baseline; null where it names fewer than two. */
function selectionAmong(
  params: URLSearchParams,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): Selection | null {
  const among = splitNames(params.get('among'));
  const named = runs.filter(({ name }) => among.includes(name)).toSorted(runOrder);
  const [baseline, ...others] = named;
  if (baseline === undefined || others.length === 0) return null;
  const usual = defaultSelection(named, labels, baseline.name);
  return { ...usual, baseline: baseline.name, runs: names(others) };
}

/** What the address leaves open is a sensible choice, under the test that it names. */
function chosenSelection(
  params: URLSearchParams,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): Selection {
  if (!isBare(params)) return readSelection(params);
  const about = params.get('run');
  return {
    ...(selectionUnder(params, runs, labels) ??
      selectionAmong(params, runs, labels) ??
      defaultSelection(runs, labels, about)),
    ...readTesting(params),
    ...(!params.has('correction') && { correction: USUAL_CORRECTION }),
  };
}

/** The measures that the address names; where it names none, what is usual under these labels. */
function measuresIn(
  params: URLSearchParams,
  { labels: chosen, baselineLabels }: Selection,
  labels: readonly LabelSet[],
): readonly string[] {
  if (params.has('measures')) return splitMeasures(params.get('measures') ?? '');
  const names = [...chosen, baselineLabels];
  return usualMeasures(labels.filter(({ name }) => names.includes(name)));
}

/** What the address asks for; what it leaves open follows from the runs and labels that there are. */
export function selectionOf(
  params: URLSearchParams,
  runs: readonly Run[],
  labels: readonly LabelSet[],
): Selection {
  const selection = chosenSelection(params, runs, labels);
  return { ...selection, measures: measuresIn(params, selection, labels) };
}
