/** The tabs of a comparison, by what the address calls them. */
export const TABS = [
  { name: 'scores', label: 'Scores' },
  { name: 'topics', label: 'Topics' },
  { name: 'significance', label: 'Significance' },
  { name: 'order', label: 'Order' },
  { name: 'unjudged', label: 'Unjudged' },
  { name: 'methods', label: 'Methods' },
] as const;

export type TabName = (typeof TABS)[number]['name'];
