/**
 * Moves positions apart so that neighbours keep `gap`, each staying as near to its own as the order
 * allows. All of them stay between `least` and `most`, if there is room.
 */
export function spreadApart(
  positions: readonly number[],
  gap: number,
  [least, most]: readonly [number, number] = [-Infinity, Infinity],
): number[] {
  const order = positions
    .map((_, i) => i)
    .sort((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spread = [...positions];
  order.forEach((index, rank) => {
    const before = order[rank - 1];
    if (before === undefined) return;
    spread[index] = Math.max(spread[index] ?? 0, (spread[before] ?? 0) + gap);
  });
  const shifts = spread.map((position, i) => position - (positions[i] ?? 0));
  const shift = shifts.reduce((sum, one) => sum + one, 0) / Math.max(shifts.length, 1);
  const [low, high] = [Math.min(...spread) - shift, Math.max(...spread) - shift];
  const back = low < least ? least - low : high > most ? Math.max(most - high, least - low) : 0;
  return spread.map((position) => position - shift + back);
}
