import { useQueryClient } from '@tanstack/react-query';
import { ofKinds } from '@/api/kinds';
import type {
  CollectionReport,
  FilesReport,
  KeptKind,
  LabelsReport,
  NumberBy,
  RunReport,
  TopicsReport,
} from '@/api/types';
import { upload } from '@/upload/send/upload';
import { counted, formatCount } from '@/shared/format/numbers';
import type { RunKind } from '@/shared/evaluation/runKinds';

/** What to do about text that looks wrongly decoded; `refuse` lets the page ask first. */
export type MojibakeChoice = 'refuse' | 'mend' | 'keep';

export type Send = (
  name: string,
  files: readonly File[],
  onSent: (share: number) => void,
  mojibake?: MojibakeChoice,
) => Promise<string>;

/** What runs and labels are over. */
export type CollectionWithTopics = Readonly<{ collection: string; topicSet: string }>;

/** From where a label file is relevant; null of any other file. */
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
type LeastOf = (file: File) => Promise<number | null>;

function formOf(files: readonly File[], fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  Object.entries(fields).forEach(([field, value]) => form.append(field, value));
  files.forEach((file) => form.append('file', file));
  return form;
}

/** Sends, and has the list read again that the thing belongs to. */
function useSend(kind: KeptKind, send: Send): Send {
  const client = useQueryClient();
  return async (...args) => {
    const report = await send(...args);
    await client.invalidateQueries(ofKinds(kind));
    return report;
  };
}

export const useSendCollection = () =>
  useSend('collections', async (name, files, onSent, mojibake = 'refuse') => {
    const form = formOf(files, { name, mojibake });
    const done = await upload<CollectionReport>('/api/collections', form, onSent);
    return `${counted(done.n_passages, 'passage')}${mendedOf(done.mojibake.n, mojibake)}.`;
  });

export const useSendTopics = (numberBy: NumberBy, skipBad: boolean) =>
  useSend('topic-sets', async (name, files, onSent, mojibake = 'refuse') => {
    const form = formOf(files, { name, number_by: numberBy, skip_bad: `${skipBad}`, mojibake });
    const done = await upload<TopicsReport>('/api/topic-sets', form, onSent);
    const mended = done.mojibake.n === 0 ? '' : ` Text${mendedOf(done.mojibake.n, mojibake)}.`;
    return `${describeTopics(done)}${mended}`;
  });

const mendedOf = (n: number, choice: MojibakeChoice): string =>
  n === 0 ? '' : `, ${formatCount(n)} of them ${choice === 'mend' ? 'mended' : 'wrongly decoded'}`;

/** What an import of topics found, and what it left out, in sentences. */
export function describeTopics(done: TopicsReport): string {
  const ids = `from ${done.first_query_id} to ${done.last_query_id}`;
  const read = `${counted(done.n_topics, 'topic')}, ${ids}. ${done.note}`.trimEnd();
  if (done.n_skipped === 0) return read;
  const why = done.skipped.map(
    ({ line, reason }) => `${line === null ? '' : `line ${line}: `}${reason}`,
  );
  const more = done.n_skipped > why.length ? '; …' : '';
  return `${read} Left out: ${counted(done.n_skipped, 'topic')} (${why.join('; ')}${more}).`;
}

export const useSendRun = (
  { collection, topicSet }: CollectionWithTopics,
  kindOf: (file: File) => RunKind,
  keepsFirst: boolean,
) =>
  useSend('runs', async (name, files, onSent) => {
    const [kind = 'unknown'] = files.map(kindOf);
    const fields = { name, collection, topic_set: topicSet, kind, keep_first: `${keepsFirst}` };
    const form = formOf(files, fields);
    return describeImport(await upload<RunReport>('/api/runs', form, onSent));
  });

export const useSendLabels = (
  { collection, topicSet }: CollectionWithTopics,
  leastOf: LeastOf,
  isWhole: boolean,
) =>
  useSend('labels', async (name, files, onSent) => {
    const [least] = await Promise.all(files.map(leastOf));
    const form = formOf(files, {
      name,
      collection,
      topic_set: topicSet,
      ...(least != null && { min_relevance: `${least}` }),
      is_whole: `${isWhole}`,
    });
    return describeLabels(await upload<LabelsReport>('/api/labels', form, onSent));
  });

/** What an import of labels found, in sentences. */
function describeLabels(done: LabelsReport): string {
  const parts = [
    `${counted(done.n_topics, 'topic')}, ${counted(done.n_pairs, 'label')}, ${formatCount(done.n_relevant)} relevant (from ${done.min_relevance} up).`,
  ];
  if (done.n_unknown_topics > 0)
    parts.push(
      `Left out: ${counted(done.n_pairs_of_unknown_topics, 'label')} of ` +
        `${counted(done.n_unknown_topics, 'unknown topic')}.`,
    );
  if (done.n_new_doc_ids > 0)
    parts.push(
      `Careful: ${counted(done.n_new_doc_ids, 'doc_id')} that the collection did not have ` +
        'stand in it now, without a text.',
    );
  if (done.overlap !== '') parts.push(done.overlap);
  if (done.sample !== '') parts.push(done.sample);
  if (done.n_not_drawn > 0)
    parts.push(`Left out: ${counted(done.n_not_drawn, 'pair')} chosen instead of drawn.`);
  return parts.join(' ');
}

/** Lines of a run that were left out, in words. */
export const linesTwice = (nRepeated: number): string =>
  `${counted(nRepeated, 'line')} of passages that stand earlier in their topic`;

/** What an import found, in sentences; of what is as it should be, only the size. */
export function describeImport(done: RunReport): string {
  const ties = done.n_tied === 0 ? 'no ties' : `${formatCount(done.n_tied)} tied`;
  const parts = [`${counted(done.n_topics, 'topic')}, ${counted(done.n_lines, 'line')}, ${ties}.`];
  if (done.n_repeated > 0) parts.push(`Left out: ${linesTwice(done.n_repeated)}.`);
  if (done.n_unknown_topics > 0) {
    const some = done.unknown_query_ids.join(', ');
    const more = done.n_unknown_topics > done.unknown_query_ids.length ? ' …' : '';
    parts.push(
      `Left out: ${counted(done.n_lines_of_unknown_topics, 'line')} of ` +
        `${counted(done.n_unknown_topics, 'unknown topic')} (${some}${more}).`,
    );
  }
  if (done.n_topics_without_ranking > 0) {
    parts.push(`${counted(done.n_topics_without_ranking, 'topic')} of the set not ranked.`);
  }
  if (done.n_textless > 0) {
    const unknown = done.n_new_doc_ids > 0 ? `, ${formatCount(done.n_new_doc_ids)} new` : '';
    parts.push(
      `${counted(done.n_textless, 'doc_id')} without text${unknown}: they cannot be judged.`,
    );
  }
  if (done.same_as.length > 0) parts.push(`${sameAs(done.same_as)}.`);
  if (done.metadata_note !== '') parts.push(done.metadata_note);
  return parts.join(' ');
}

/** Which runs have the same rankings, as the end of a sentence. */
export const sameAs = (names: readonly string[]): string =>
  `The same passages and scores as ${LIST.format(names)}`;

/** Sends runs and labels alone, and has the lists read again that any of them belong to. */
export function useSendFiles(
  leastOf: LeastOf,
  keepsFirst: boolean,
  onReport: (done: FilesReport) => void,
): Send {
  const client = useQueryClient();
  return async (name, files, onSent) => {
    const least = await Promise.all(files.map(leastOf));
    const form = formOf(files, { name, keep_first: `${keepsFirst}` });
    least.forEach((own, at) => {
      // By its place: files may have one name, and the server may read a name otherwise.
      if (own !== null) form.append('min_relevance_of', `${at + 1}=${own}`);
    });
    const done = await upload<FilesReport>('/api/imports/files', form, onSent);
    await client.invalidateQueries(ofKinds('collections', 'topic-sets', 'runs', 'labels'));
    onReport(done);
    const made = [counted(done.runs.length, 'run'), counted(done.label_sets.length, 'label set')];
    return `${made.join(' and ')} over ${counted(done.n_topics, 'topic')}.`;
  };
}
