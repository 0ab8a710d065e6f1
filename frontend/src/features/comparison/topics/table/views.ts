/** The views of the topics, by what the address calls them; one is open at a time. */
export const VIEWS = [
  { value: 'differences', label: 'Differences' },
  { value: 'spread', label: 'Spread' },
  { value: 'against', label: 'Run against run' },
  { value: 'heat', label: 'Heat map' },
  { value: 'labels', label: 'Old against new labels' },
  { value: 'errors', label: 'Errors' },
] as const;

export type ViewName = (typeof VIEWS)[number]['value'];

export const readView = (params: URLSearchParams): ViewName =>
  VIEWS.find(({ value }) => value === params.get('view'))?.value ?? VIEWS[0].value;
