import type { AtRankOne, LabelsByTopic } from '@/api/compared';

/** How many topics of one run fail, by what stands at rank 1 instead of a relevant passage. */
export type RunErrors = Readonly<{
  run: string;
  fails: number;
  notRelevant: number;
  unjudged: number;
  nothing: number;
  /** Fails where every other run has a relevant passage at rank 1. */
  alone: number;
}>;

/** A topic, by its place, on which at least one run fails. */
export type FailedTopic = Readonly<{ place: number; runs: readonly string[]; nUnjudged: number }>;

export type Errors = Readonly<{
  nRuns: number;
  byRun: readonly RunErrors[];
  failed: readonly FailedTopic[];
  /** Topics on which both fail, by row and column in the order of the runs. */
  both: readonly (readonly number[])[];
}>;

const fails = (said: AtRankOne | undefined): boolean => said !== 'relevant';

/** What runs get wrong at rank 1 of these topics: anything but a passage that is known to be relevant. */
export function errorsOf({ runs }: LabelsByTopic, places: readonly number[]): Errors {
  const failed = places.flatMap((place) => {
    const wrong = runs.filter((one) => fails(one.at_rank_1[place]));
    const nUnjudged = wrong.filter((one) => one.at_rank_1[place] === 'unjudged').length;
    return wrong.length === 0 ? [] : [{ place, runs: wrong.map(({ run }) => run), nUnjudged }];
  });
  const byRun = runs.map(({ run, at_rank_1: first }) => {
    const count = (said: AtRankOne): number => places.filter((at) => first[at] === said).length;
    const own = failed.filter((topic) => topic.runs.includes(run));
    return {
      run,
      fails: own.length,
      notRelevant: count('not relevant'),
      unjudged: count('unjudged'),
      nothing: count('nothing'),
      alone: runs.length > 1 ? own.filter((topic) => topic.runs.length === 1).length : 0,
    };
  });
  const both = runs.map(({ at_rank_1: one }) =>
    runs.map(
      ({ at_rank_1: other }) => places.filter((at) => fails(one[at]) && fails(other[at])).length,
    ),
  );
  return { nRuns: runs.length, byRun, failed, both };
}

const IN = 'in:';

/** How an address names the topics on which these runs fail, whatever others do. */
export const failedIn = (...runs: readonly string[]): string => IN + [...new Set(runs)].join(',');

/** The failed topics that are asked for: shared by all runs, of one alone, or of the runs named. */
export function chosenErrors({ failed, nRuns }: Errors, which: string): FailedTopic[] {
  if (which === 'alone') return failed.filter(({ runs }) => nRuns > 1 && runs.length === 1);
  if (!which.startsWith(IN)) return failed.filter(({ runs }) => runs.length === nRuns);
  const named = which.slice(IN.length).split(',');
  return failed.filter(({ runs }) => named.every((run) => runs.includes(run)));
}
