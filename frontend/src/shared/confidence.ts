/** How sure an assessor is, from 1 to 5. */
export const CONFIDENCE = ['Guessing', 'Unsure', 'Fairly sure', 'Sure', 'Certain'] as const;

export const confidenceName = (confidence: number): string =>
  CONFIDENCE[confidence - 1] ?? `${confidence} of 5`;
