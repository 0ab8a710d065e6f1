import type { TopicTable } from '@/api/compared';
import { blockOf, runUnder, topicsOf } from '@/features/comparison/topics/table/table';
import type { Topic } from '@/features/comparison/topics/table/table';

/** Bounds that belong to a range; null where it has no end on that side. */
export type Range = Readonly<{ from: number | null; to: number | null }>;

/** Which topics are shown; what is empty or null lets all of them through. */
export type Filters = Readonly<{
  search: string;
  answerType: string;
  stratum: string;
  words: Range;
  relevant: Range;
  /** In percent, at least. */
  judged: number | null;
}>;

/** How the address names each filter. */
export const NAMES = {
  search: 'search',
  answerType: 'answer',
  stratum: 'stratum',
  wordsFrom: 'words_from',
  wordsTo: 'words_to',
  relevantFrom: 'relevant_from',
  relevantTo: 'relevant_to',
  judged: 'judged',
} as const;

function numberOf(params: URLSearchParams, name: string): number | null {
  const found = params.get(name);
  return found !== null && /^\d{1,9}$/.test(found) ? Number(found) : null;
}

export const readFilters = (params: URLSearchParams): Filters => ({
  search: params.get(NAMES.search) ?? '',
  answerType: params.get(NAMES.answerType) ?? '',
  stratum: params.get(NAMES.stratum) ?? '',
  words: { from: numberOf(params, NAMES.wordsFrom), to: numberOf(params, NAMES.wordsTo) },
  relevant: { from: numberOf(params, NAMES.relevantFrom), to: numberOf(params, NAMES.relevantTo) },
  judged: numberOf(params, NAMES.judged),
});

/** The change of an address that takes every filter out of it. */
export const NO_FILTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(NAMES).map((name) => [name, '']),
);

const isIn = (value: number, { from, to }: Range): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

function isSought({ query, query_id: queryId }: Topic, search: string): boolean {
  const sought = search.trim().toLowerCase();
  const text = query.toLowerCase();
  return (
    sought.split(/\s+/).every((word) => text.includes(word)) ||
    queryId.toLowerCase().startsWith(sought)
  );
}

/** What the topic itself decides, whatever was judged. */
const isOfKind = (topic: Topic, { search, answerType, stratum, words }: Filters): boolean =>
  isSought(topic, search) &&
  (answerType === '' || topic.answer_type === answerType) &&
  (stratum === '' || topic.stratum === stratum) &&
  isIn(topic.n_words, words);

type Looked = Readonly<{ labels: string; run: string }>;

/**
 * The topics that pass. Relevant passages are counted under the labels looked at; the judged share
 * is that of the run looked at, under the same. Where it retrieved nothing there is no share to ask for.
 */
export function filtered(table: TopicTable, { labels, run }: Looked, filters: Filters): Topic[] {
  const nRelevant = blockOf(table, labels)?.n_relevant ?? [];
  const judged = runUnder(table, labels, run)?.judged ?? [];
  const { relevant, judged: least } = filters;
  return topicsOf(table).filter(
    (topic) =>
      isOfKind(topic, filters) &&
      isIn(nRelevant[topic.place] ?? 0, relevant) &&
      (least === null || (judged[topic.place] ?? -1) * 100 >= least),
  );
}

/** How many filters an address holds; what cannot be read lets all topics through, and is none. */
export function countFilters(params: URLSearchParams): number {
  const { search, answerType, stratum, words, relevant, judged } = readFilters(params);
  const texts = [search.trim(), answerType, stratum].filter((text) => text !== '');
  const bounds = [words.from, words.to, relevant.from, relevant.to, judged];
  return texts.length + bounds.filter((bound) => bound !== null).length;
}
