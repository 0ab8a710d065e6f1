const LEAST = 0.001;

/** Three digits; the least ones, of which a model has many, as 1.7e-6. */
export function formatProbability(p: number): string {
  return p > 0 && p < LEAST ? p.toExponential(1) : p.toFixed(3);
}
