import { keepPreviousData } from '@tanstack/react-query';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { testedMeasuresOf } from '@/features/comparison/texts/measuresOf';

/** The runs that a verdict can be about: all but the baseline, which is the first where each is compared with itself. */
export const ledRuns = ({ baseline, runs }: PanelProps['comparison']): readonly string[] =>
  baseline === null ? runs.slice(1) : runs;

/** The verdict on the run and measure looked at; where a measure does not say how good a run is, by the first that does. */
export function useVerdict({ comparison, selection, isOutdated, focus }: PanelProps) {
  const measures = testedMeasuresOf(comparison);
  const measure = measures.find((name) => name === focus.measure) ?? measures[0] ?? '';
  const runs = ledRuns(comparison);
  const run = runs.find((name) => name === focus.run) ?? runs[0] ?? comparison.runs[0] ?? '';
  const query = useCompared(
    '/api/comparison/verdict',
    { selection, isOutdated },
    { run, measure },
    { enabled: !isOutdated && measures.length > 0, placeholderData: keepPreviousData },
  );
  return { ...query, run, measure, hasMeasure: measures.length > 0 };
}
