import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import type { CampaignState, Grade, WholePair, Decision } from '@/api/types';
import { whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { DecisionForm } from '@/features/campaign/pairs/decision/DecisionForm';
import { askedBy, NEXT_KEY } from '@/features/campaign/pairs/decision/keys';
import {
  whyNot,
  describeBy,
  describeDecision,
  formatDecided,
  formatStood,
} from '@/features/campaign/pairs/decision/texts';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
import { put, remove } from '@/api/calls';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useChange } from '@/features/campaign/api/change';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { counted } from '@/shared/format/numbers';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/pairs/decision/decision.module.css';
import parts from '@/shared/styles/parts.module.css';

type EarlierDecisionsProps = Readonly<{ decisions: readonly Decision[]; scale: readonly Grade[] }>;

/** Those that were superseded or taken back, the newest first. */
function EarlierDecisions({ decisions, scale }: EarlierDecisionsProps) {
  const ended = decisions.filter((one) => one.ended_at !== null);
  if (ended.length === 0) return null;
  return (
    <details className={cx(parts.fold, styles.earlier)}>
      <summary>{counted(ended.length, 'earlier decision')}</summary>
      <ul>
        {ended.map((one) => (
          <li key={one.decided_at}>
            {describeDecision(one, scale)}
            <small className={text.soft}>
              {describeBy(one)}; stood {formatStood(one)}
            </small>
            {one.note !== '' && <blockquote dir="auto">{one.note}</blockquote>}
          </li>
        ))}
      </ul>
    </details>
  );
}

type StandingProps = Readonly<{ decision: Decision | null; scale: readonly Grade[] }>;

/** The decision that stands now. */
function Standing({ decision, scale }: StandingProps) {
  return (
    <div role="status" className={styles.standing}>
      {decision === null ? (
        <p className={text.soft}>Nobody decided on this pair.</p>
      ) : (
        <>
          <p>
            <strong>Decided:</strong> {describeDecision(decision, scale)}{' '}
            <span className={text.soft}>
              · {describeBy(decision)},{' '}
              <time dateTime={decision.decided_at}>{formatDecided(decision)}</time>
            </span>
          </p>
          {decision.note !== '' && <blockquote dir="auto">{decision.note}</blockquote>}
        </>
      )}
    </div>
  );
}

type ChosenSwitchProps = Readonly<{ campaignId: number; pairId: number; isChosen: boolean }>;

/** Puts the pair into the adjudicators’ queue, whatever its answers are, or takes it out. */
function ChosenSwitch({ campaignId, pairId, isChosen }: ChosenSwitchProps) {
  const pair = { campaign_id: campaignId, pair_id: pairId };
  const change = useChange<boolean, unknown>(campaignId, (isWanted) =>
    isWanted
      ? put('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', pair)
      : remove('/api/campaigns/{campaign_id}/pairs/{pair_id}/chosen', pair),
  );
  const { mutate, error, isPending, variables: asked = isChosen } = change;
  return (
    <>
      <CheckField
        label="Chosen for adjudication"
        checked={isPending ? asked : isChosen}
        onChange={(checked) => mutate(checked)}
      />
      <ErrorMessage error={error} />
    </>
  );
}

/** Leads to the next pair of the list, once this one is decided; its key does so at any time. */
function NextPair({ address, isShown }: Readonly<{ address: string; isShown: boolean }>) {
  const navigate = useNavigate();
  usePress((press) => {
    if (askedBy(press, []) === 'next') navigate(address);
  });
  if (!isShown) return null;
  return (
    <Link to={address} className={buttons.primary} aria-keyshortcuts={NEXT_KEY}>
      Next pair
    </Link>
  );
}

function Keys({ mayDecide, hasNext }: Readonly<{ mayDecide: boolean; hasNext: boolean }>) {
  const found = [
    ...(mayDecide ? ['The number keys decide as well'] : []),
    ...(hasNext ? [`${NEXT_KEY} opens the next pair`] : []),
  ].join('; ');
  return found === '' ? null : <p className={styles.keys}>{found}.</p>;
}

type Props = Readonly<{
  campaignId: number;
  state: CampaignState;
  pair: WholePair;
  scale: readonly Grade[];
}>;

/** The grade that an adjudicator gives to the whole pair, and those that were given before. */
export function DecisionSection({ campaignId, state, pair, scale }: Props) {
  const { id, decision, answers } = pair.row;
  const { after } = useNeighbours(campaignId, id);
  const why = whyNot(pair, state);
  return (
    <section aria-labelledby="decision" className={styles.decision}>
      <h2 id="decision">Decision</h2>
      {answers.length > 0 && <AnswerCells answers={answers} scale={scale} />}
      <Standing decision={decision} scale={scale} />
      {why !== '' && <p className={text.soft}>{why}</p>}
      {whyNothingIsDecided(state) === '' && (
        <DecisionForm campaignId={campaignId} pair={pair} scale={scale} mayDecide={why === ''}>
          {after !== null && <NextPair address={after} isShown={decision !== null} />}
        </DecisionForm>
      )}
      {decision === null && whyNothingIsDecided(state) === '' && (
        <ChosenSwitch campaignId={campaignId} pairId={id} isChosen={pair.row.is_chosen} />
      )}
      <Keys mayDecide={why === ''} hasNext={after !== null} />
      <EarlierDecisions decisions={pair.decisions} scale={scale} />
    </section>
  );
}
