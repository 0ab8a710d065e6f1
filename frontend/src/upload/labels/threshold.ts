import { counted } from '@/shared/format/numbers';
import type { LabelsSeen } from '@/upload/labels/labelsIn';

/** From where labels are relevant unless somebody says otherwise, as in trec_eval. */
export const USUAL_LEAST = 1;

const MOST_NAMED = 8;
const OF_DEEP_LEARNING = '0, 1, 2, 3';
const MS_MARCO_PASSAGE = /^(\d+|msmarco_passage_\d+_\d+)$/;

type Proposal = Readonly<{ least: number; why: string }>;

/**
 * From where a file's labels are probably relevant, and why. TREC's Deep Learning tracks judged passages and
 * documents from 0 to 3; relevant are passages from 2 up and documents from 1 up (trec.nist.gov/data/deep2019.html).
 */
export function proposalFor({ labels, docIds }: LabelsSeen): Proposal {
  const highest = labels.at(-1) ?? USUAL_LEAST;
  if (highest === USUAL_LEAST)
    return { least: USUAL_LEAST, why: 'Suggested: 1, the highest label.' };
  const isGradedSo = labels.join(', ') === OF_DEEP_LEARNING;
  if (isGradedSo && docIds.every((id) => MS_MARCO_PASSAGE.test(id)))
    return {
      least: 2,
      why: 'Suggested: 2, the usual cut for TREC DL passages. trec_eval uses 1 by default.',
    };
  return {
    least: USUAL_LEAST,
    why: `Suggested: 1, as in trec_eval.${isGradedSo ? ' TREC’s Deep Learning tracks use 2 for passages, and 1 for documents.' : ''}`,
  };
}

function named(labels: readonly number[]): string {
  if (labels.length <= MOST_NAMED) return labels.join(', ');
  return `${counted(labels.length, 'value')} from ${labels[0]} to ${labels.at(-1)}`;
}

/** Which labels were found, and why the proposed threshold is, or what is wrong with the one that is chosen. */
export function aboutLabels(seen: LabelsSeen, least: number): string {
  const { labels, isWhole } = seen;
  const highest = labels.at(-1);
  if (highest === undefined) return '';
  const found = `Labels${isWhole ? '' : ' in its first part'}: ${named(labels)}.`;
  if (isWhole && least > highest) return `${found} None is relevant from ${least} up.`;
  return `${found} ${proposalFor(seen).why}`.trim();
}
