/** So many shades of the product's colour, from light to dark; the last is the colour itself. */
export const shades = (n: number, lightest = 15): readonly string[] =>
  Array.from({ length: n }, (_, place) => {
    const share = n === 1 ? 100 : lightest + ((100 - lightest) * place) / (n - 1);
    return share === 100
      ? 'var(--accent)'
      : `color-mix(in oklab, var(--accent) ${share}%, var(--raised))`;
  });
