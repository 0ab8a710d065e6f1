/** What a topic is looked at by; what is left out the page chooses. */
export type TopicChoice = Readonly<{
  runs?: readonly string[];
  labels?: readonly string[];
  measure?: string;
}>;

/** Where a topic is shown, with the rankings of these runs and under these labels. */
export function topicPath(
  topicSet: string,
  queryId: string,
  { runs = [], labels = [], measure = '' }: TopicChoice = {},
): string {
  const found = { runs: runs.join(','), labels: labels.join(','), measure };
  const given = Object.entries(found).filter(([, text]) => text !== '');
  const query = new URLSearchParams(given).toString();
  const path = `/topics/${encodeURIComponent(topicSet)}/${encodeURIComponent(queryId)}`;
  return query === '' ? path : `${path}?${query}`;
}
