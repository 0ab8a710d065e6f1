import type { CrowdFit } from '@/api/types';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';

const MEANINGS: Readonly<Record<CrowdFit['model'], string>> = {
  'dawid-skene': 'estimated to give the true grade',
  mace: 'estimated to know the grade, instead of guessing, for',
};

function ofOne({ model, assessors }: CrowdFit, name: string): string {
  const place = assessors.findIndex(({ assessor }) => assessor === name);
  const one = assessors[place];
  if (one === undefined) return 'The model has no estimate for them: they gave no votes.';
  const rank = `${formatCount(assessors.length - place)} of ${formatCount(assessors.length)}`;
  const of = model === 'mace' ? 'of their votes' : 'of the time';
  return `They are ${MEANINGS[model]} ${formatShare(one.accuracy)} ${of}: place ${rank} in this campaign, the highest first.`;
}

function found({ log_likelihood: trace, has_converged: isDone, ...fit }: CrowdFit): string {
  const steps = counted(trace.length, 'iteration');
  const end = isDone
    ? `It converged after ${steps}.`
    : `The model did not converge after ${steps}: interpret its figures with care.`;
  const start =
    fit.seed === null
      ? 'It starts from the shares of votes.'
      : `The best of ${fit.n_restarts} starts, drawn with seed ${fit.seed}.`;
  return `Estimated from ${counted(fit.n_votes, 'vote')} on ${counted(fit.n_pairs, 'pair')} alone; no gold is used. ${end} ${start}`;
}

/** What the model says of somebody, and how it was found. */
export const describeFit = (fit: CrowdFit, assessor: string): readonly [string, string] => [
  ofOne(fit, assessor),
  found(fit),
];
