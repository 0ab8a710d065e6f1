/** Replacement values for a written file; a label that is not named keeps its value. */
export type ValueMap = ReadonlyMap<number, number>;

/** As the server and `export_labels --map` read it: "1:0,2:1". */
export const mapText = (map: ValueMap): string =>
  [...map]
    .filter(([old, written]) => old !== written)
    .map(([old, written]) => `${old}:${written}`)
    .join(',');

/**
 * The `trec_eval -l` that calls relevant what the labels do; null where the map gives a relevant
 * value and another one the same or the wrong order.
 */
export function evalLevel(
  scale: readonly number[],
  minRelevance: number,
  map: ValueMap,
): number | null {
  if (mapText(map) === '') return minRelevance;
  const written = (values: readonly number[]): number[] =>
    values.map((value) => map.get(value) ?? value);
  const relevant = written(scale.filter((value) => value >= minRelevance));
  const others = written(scale.filter((value) => value < minRelevance));
  const highest = others.length === 0 ? 0 : Math.max(...others);
  const lowest = relevant.length === 0 ? highest + 1 : Math.min(...relevant);
  return others.length > 0 && highest >= lowest ? null : lowest;
}
