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
