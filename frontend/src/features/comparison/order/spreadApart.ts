/** Moves positions apart so that neighbours keep `gap`, each staying as near to its own as the order allows. */
export function spreadApart(positions: readonly number[], gap: number): number[] {
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
  return spread.map((position) => position - shift);
}
