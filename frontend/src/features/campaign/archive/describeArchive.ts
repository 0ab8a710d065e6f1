import type { ArchiveReport } from '@/api/types';
import { counted } from '@/shared/format/numbers';

const LIST = new Intl.ListFormat('en');

/** What came in with an archive, in sentences. */
export function describeArchive(report: ArchiveReport): string {
  const { made, runs, label_sets: labelSets, collection, topic_set: topicSet } = report;
  const counts = [
    counted(report.n_judgments, 'judgment'),
    counted(report.n_pairs, 'pair'),
    counted(report.n_assessors, 'assessor'),
    counted(runs.length, 'run'),
    counted(labelSets.length, 'label set'),
  ];
  const known = [collection, topicSet, ...runs].filter((name) => !made.includes(name));
  return [
    `It has ${LIST.format(counts)}, over collection ${collection} and topics ${topicSet}.`,
    made.length > 0 ? `Made with it: ${LIST.format(made)}.` : '',
    known.length > 0 ? `Here already: ${LIST.format(known)}.` : '',
  ]
    .filter((one) => one !== '')
    .join(' ');
}
