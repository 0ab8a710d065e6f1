/** The tabs of a comparison, by what the address calls them. */
export const TABS = [
  { name: 'scores', label: 'Scores' },
  { name: 'topics', label: 'Topics' },
  { name: 'order', label: 'Order' },
  { name: 'methods', label: 'Methods' },
] as const;

export type TabName = (typeof TABS)[number]['name'];
