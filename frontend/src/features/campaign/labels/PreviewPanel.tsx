import type { CampaignLabels, LabelsPreview } from '@/api/types';
import { isBinary } from '@/features/campaign/labels/choice';
import type { Choice } from '@/features/campaign/labels/choice';
import { Distribution } from '@/features/campaign/labels/Distribution';
import { StepList } from '@/features/campaign/labels/StepList';
import { sentence } from '@/shared/requests/errors';
import { countsVotes, isRounded } from '@/shared/labels/aggregates';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/derive.module.css';

type Props = Readonly<{
  preview: LabelsPreview | undefined;
  error: unknown;
  /** What is still to be chosen. */
  lacks: string;
  /** Whether what is shown belongs to an earlier choice. */
  isOld: boolean;
  choice: Choice;
  labels: CampaignLabels;
}>;

const TIES: Readonly<Record<Choice['tie'], string>> = {
  unjudged: 'left without a label',
  highest: 'given the highest',
  lowest: 'given the lowest',
  median: 'given the median',
  fallback: 'decided by the other labels',
};

function decided({ n_ties: nTies, n_rounded: nRounded }: LabelsPreview, choice: Choice): string {
  const { aggregate } = choice;
  if (isRounded(aggregate)) return `${counted(nRounded, aggregate)} between two grades.`;
  if (!countsVotes(aggregate)) return '';
  return `${counted(nTies, 'tie')}, ${TIES[choice.tie]}.`;
}

/** "11 labels: 5 from votes, 2 by decision only, 4 from known grades"; of a sample how many of the drawn pairs. */
export function howMany({
  counts: { n_pairs: n },
  n_unanswered: nUnanswered,
  n_gold: nGold,
  drawn,
}: LabelsPreview): string {
  const [labels, nVoted] = [counted(n, 'label'), n - nUnanswered - nGold];
  if (drawn !== null) return `${labels} of ${counted(drawn.n_drawn, 'drawn pair')}`;
  if (nVoted === n) return `${labels} from votes`;
  const parts = [
    `${formatCount(nVoted)} from votes`,
    ...(nUnanswered > 0 ? [`${formatCount(nUnanswered)} by decision only`] : []),
    ...(nGold > 0 ? [`${formatCount(nGold)} from known grades`] : []),
  ];
  return `${labels}: ${parts.join(', ')}`;
}

/** Where the sample ends, which is what a person must mend, and what it leaves out. */
export function whereItEnds({ counts, drawn }: Pick<LabelsPreview, 'counts' | 'drawn'>): string {
  if (drawn === null) return '';
  const { ends_at: end, n_left_out: nLeft } = drawn;
  const all = end === null ? 'All drawn pairs have a label.' : '';
  const ends =
    end === null
      ? ''
      : `The sample ends where a drawn pair has no label: pair ${formatCount(counts.n_pairs + 1)}, passage ${end.doc_id} of topic ${end.query_id}.`;
  const left =
    nLeft === 0 ? '' : ` ${counted(nLeft, 'other label')} ${nLeft === 1 ? 'is' : 'are'} left out.`;
  return all + ends + left;
}

function Outcome({
  preview,
  choice,
  labels,
}: Readonly<Pick<Props, 'choice' | 'labels'> & { preview: LabelsPreview }>) {
  const { counts, steps } = preview;
  return (
    <>
      <p className={styles.headline}>{howMany(preview)}</p>
      <p className={text.softNumber}>
        In {counted(counts.n_topics, 'topic')}; {formatCount(counts.n_relevant)} relevant, at{' '}
        {preview.min_relevance} and above (
        {counts.n_pairs === 0 ? '–' : formatShare(counts.n_relevant / counts.n_pairs)}).{' '}
        {preview.drawn === null && decided(preview, choice)}
      </p>
      {preview.drawn !== null && <p className={styles.ends}>{whereItEnds(preview)}</p>}
      <Distribution counts={counts} scale={isBinary(choice) ? null : labels.scale} />
      <h4>Excluded</h4>
      <StepList steps={steps} />
    </>
  );
}

/** What the labels would be, before they are made. */
export function PreviewPanel({ preview, error, lacks, isOld, choice, labels }: Props) {
  const trouble = lacks || (error === null ? (preview?.problem ?? '') : sentence(error));
  return (
    <section className={styles.preview} aria-labelledby="preview" aria-busy={isOld}>
      <h3 id="preview">Preview</h3>
      <p role="status" className={styles.trouble}>
        {trouble}
      </p>
      {preview === undefined || trouble !== '' ? null : (
        <Outcome preview={preview} choice={choice} labels={labels} />
      )}
      {preview === undefined && trouble === '' && <p className={text.soft}>Counting…</p>}
    </section>
  );
}
