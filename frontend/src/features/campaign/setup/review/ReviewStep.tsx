import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { post } from '@/api/calls';
import { keyOf } from '@/api/keyOf';
import { useRead } from '@/api/read';
import type { NewActiveCampaign, NewCampaign, PoolPreview } from '@/api/types';
import type { AskedDraw } from '@/features/campaign/api/setup';
import { sayQuestion } from '@/features/campaign/setup/draft/design';
import { ActiveWords, ActiveWork } from '@/features/campaign/setup/active/ActiveWords';
import { fromRuns } from '@/features/campaign/setup/draft/active';
import { partOf } from '@/features/campaign/setup/draft/draft';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import {
  activeRequestOf,
  depthOf,
  guidelineOf,
  requestOf,
  suggestedName,
} from '@/features/campaign/setup/draft/request';
import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import type { StepId } from '@/features/campaign/setup/draft/steps';
import type { Planned } from '@/features/campaign/setup/draft/usePlanned';
import { QuotaWarning } from '@/features/campaign/setup/pool/QuotaWarning';
import { describeOptions, describeSample } from '@/features/campaign/setup/review/describeOptions';
import { WorkTable } from '@/features/campaign/setup/review/WorkTable';
import { freeName, nameTrouble } from '@/shared/format/names';
import { counted } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import { sentence } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { cx } from '@/shared/styles/cx';
import { TextField } from '@/shared/ui/fields/TextField';
import { Form } from '@/shared/ui/forms/Form';
import { Waiting } from '@/shared/ui/requests/Waiting';
import reviewFacts from '@/features/campaign/setup/review/ReviewFacts.module.css';
import styles from '@/features/campaign/setup/review/footer.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type ReviewFactsProps = Readonly<{
  draft: Draft;
  /** Both null without runs. */
  preview: PoolPreview | undefined;
  depth: number | null;
  draw: AskedDraw | null;
}>;

function sayPool({ preview, depth, draw }: ReviewFactsProps): string {
  if (preview === undefined || depth === null) return '';
  const { n_pairs, n_topics } = preview;
  if (draw !== null) return `${counted(draw.n, 'pair')} by design, depth ${depth}`;
  const [nPairs, nTopics] = [n_pairs[depth - 1] ?? 0, n_topics[depth - 1] ?? 0];
  return `${counted(nPairs, 'pair')} of ${counted(nTopics, 'topic')}, depth ${depth}`;
}

/** All that was said, each with the way back to where it was. */
function ReviewFacts(props: ReviewFactsProps) {
  const { draft, draw } = props;
  const grades = inOrder(draft.grades);
  const { sample, withoutLabels } = partOf(draft);
  return (
    <dl className={reviewFacts.facts}>
      <Row title="Runs" step="runs">
        {draft.runs.join(', ') || 'none'}
        <small>
          over {draft.collection}, topics {draft.topicSet}
        </small>
      </Row>
      <Row title="Pool" step="pool">
        {draft.way === 'active' ? (
          <ActiveWords draft={draft} depth={props.depth} />
        ) : (
          sayPool(props)
        )}
        {draw !== null && <small>to estimate {sayQuestion(draft)}</small>}
        {sample !== null && <small>{describeSample(sample)}</small>}
        {withoutLabels.length > 0 && (
          <small>without pairs already labelled in {withoutLabels.join(', ')}</small>
        )}
      </Row>
      <Row title="Scale" step="scale">
        {grades.map(({ value, name }) => gradeTitle(value, name)).join(' · ')}
      </Row>
      <Row title="Judging" step="scale">
        {describeOptions(draft).join('; ')}
      </Row>
      <Row title="Guideline" step="guideline">
        {counted(guidelineOf(draft).split(/\s+/).length, 'word')}
        {draft.guideline === null && ', the template as it is'}
      </Row>
    </dl>
  );
}

function Row({
  title,
  step,
  children,
}: Readonly<{ title: string; step: StepId; children: ReactNode }>) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
      <dd className={reviewFacts.way}>
        <Link to={`?step=${step}`} aria-label={`Change: ${title.toLowerCase()}`}>
          Change
        </Link>
      </dd>
    </div>
  );
}

type Asked = NewCampaign | NewActiveCampaign;

/**
 * Makes a pool and a draft campaign over it, both or neither, and goes to its people; what was
 * entered is forgotten then. The names that are taken show while one is typed.
 */
function useCreation(forget: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: campaigns = [] } = useRead('/api/campaigns', {});
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (asked: Asked) =>
      'active' in asked
        ? post('/api/campaigns/active', {}, asked)
        : post('/api/campaigns/from-runs', {}, asked),
    onSuccess: ({ id }) => {
      navigate(`/campaigns/${id}/people`);
      forget();
    },
    // Shows a name that somebody else has taken meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/campaigns') }),
  });
  const names = campaigns.map(({ name }) => name);
  return { names, create: mutate, error, isBusy: isPending || isSuccess };
}

const MANY_PAIRS = 50_000;

/** What holds the button back, or what follows; what cannot be counted is said below the step. */
function noteOf({ plan, preview, isBehind, failure, draw }: Planned, depth: number | null): string {
  if (isBehind && failure === null) return 'Counting the work…';
  const nAtDepth = plan === undefined || depth === null ? 0 : preview?.n_pairs[depth - 1];
  const nPairs = draw?.n ?? nAtDepth ?? 0;
  const slow = 'Creating such a large campaign takes minutes; keep this page open.';
  return `It starts as a draft. Next, invite people. ${nPairs > MANY_PAIRS ? slow : ''}`;
}

/** The judgments that the campaign takes, as far as they are known. */
function Work({ draft, planned: { preview, plan }, depth }: WorkProps) {
  return (
    <section>
      <h3>Work</h3>
      {draft.way === 'active' && <ActiveWork draft={draft} from={fromRuns(preview, depth)} />}
      {plan !== undefined && <WorkTable plan={plan} draft={draft} />}
      <QuotaWarning draft={draft} plan={plan} />
    </section>
  );
}

/** How deep the runs are pooled; null without runs. */
const depthAt = (draft: Draft, preview: PoolPreview | undefined): number | null =>
  preview === undefined ? null : depthOf(draft, preview.depth);

type WorkProps = Pick<StepProps, 'draft' | 'planned'> & Readonly<{ depth: number | null }>;

/** The draft as the server takes it, by the way in which its pairs are chosen. */
const askedOf = ({ draft, planned, depth }: WorkProps, name: string): Asked =>
  draft.way === 'active'
    ? activeRequestOf(draft, name, depth)
    : requestOf(draft, name, depth ?? 1, planned.draw);

/** Everything once more, with its work, under a name; then the campaign is made. */
export function ReviewStep({ draft, change, planned, forget }: StepProps) {
  const { names, create, error, isBusy } = useCreation(forget);
  const { preview, draw, isBehind, failure } = planned;
  if (preview === undefined && draft.runs.length > 0)
    return failure === null && <Waiting label="Counting the pool" />;
  const depth = depthAt(draft, preview);
  const name = draft.name ?? freeName(suggestedName(draft), names);
  const trouble = isBusy ? null : nameTrouble(name, names);
  return (
    <Form onSubmit={() => create(askedOf({ draft, planned, depth }, name))}>
      <section>
        <h3>Review</h3>
        <TextField
          label="Name of the campaign"
          value={name}
          autoCapitalize="none"
          trouble={trouble}
          onChange={(entered) => change({ name: entered })}
        />
        <ReviewFacts draft={draft} preview={preview} depth={depth} draw={draw} />
      </section>
      <Work draft={draft} planned={planned} depth={depth} />
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)} Nothing was created, and your entries are kept.
        </p>
      )}
      <div className={cx(buttons.actions, styles.footer)}>
        <Link to="?step=guideline" className={styles.back}>
          Back to guideline
        </Link>
        <button
          type="submit"
          className={cx(buttons.primary, styles.next)}
          disabled={trouble !== null || isBusy || isBehind}
        >
          {isBusy ? 'Creating the campaign…' : 'Create the campaign'}
        </button>
        <span role="status" className={text.soft}>
          {noteOf(planned, depth)}
        </span>
      </div>
    </Form>
  );
}
