const LIST = new Intl.ListFormat('en');

type Design = Readonly<{ measures?: readonly string[]; ideal_of?: object | null }>;

/** The measures that a sample was drawn for, among those that it can estimate; null for labels that are no sample. */
export function estimatedMeasures({
  design,
}: Readonly<{ design: Design | null }>): readonly string[] | null {
  if (design === null) return null;
  const hasIdeal = (design.ideal_of ?? null) !== null;
  // Without ideals the sample was drawn for DCG.
  const found = (design.measures ?? []).map((name) =>
    hasIdeal ? name : name.replace(/^nDCG/, 'DCG'),
  );
  return found.length > 0 ? found : ['P@10'];
}

/** Without those that are samples: menus leave these out where all that was judged must have its label. */
export const withoutSamples = <Row extends Readonly<{ design: object | null }>>(
  rows: readonly Row[],
): readonly Row[] => rows.filter(({ design }) => design === null);

type NotEstimated = Readonly<{ measure: string; reason: string }>;

/** Why measures have no estimate, a sentence for all that share a reason; reasons begin with the measure. */
export function describeNotEstimated(found: readonly NotEstimated[]): readonly string[] {
  const reasons = found.map(({ measure, reason }) => reason.slice(measure.length));
  return [...new Set(reasons)].map((shared) => {
    const names = found.filter((_, at) => reasons[at] === shared).map(({ measure }) => measure);
    return LIST.format(names) + shared;
  });
}
