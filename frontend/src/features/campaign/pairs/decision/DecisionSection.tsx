import { useState } from 'react';
import type { ReactNode } from 'react';
import { put, remove } from '@/api/calls';
import type { CampaignState, Decision, Grade, WholePair } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { useDecide } from '@/features/campaign/api/pairs';
import type { DecisionMade } from '@/features/campaign/api/pairs';
import { whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { askedBy, NEXT_KEY } from '@/features/campaign/pairs/decision/keys';
import {
  describeBy,
  describeDecision,
  formatDecided,
  formatStood,
  isOfExpert,
  whyNot,
} from '@/features/campaign/pairs/decision/texts';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
import { counted } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { cx } from '@/shared/styles/cx';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { Button } from '@/shared/ui/forms/Button';
import { GradeButtons } from '@/shared/ui/grades/GradeButtons';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import styles from '@/features/campaign/pairs/decision/decision.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

const LONGEST_NOTE = 10_000;

type DecisionFormProps = Readonly<{
  campaignId: number;
  pair: WholePair;
  scale: readonly Grade[];
  /** Whether a new decision may be made, not only one taken back. */
  mayDecide: boolean;
  /** What may be done next, beside what takes the decision back. */
  children: ReactNode;
}>;

/** Decides on the whole pair, by a button or by its key. */
export function DecisionForm({ campaignId, pair, scale, mayDecide, children }: DecisionFormProps) {
  const { decision, id } = pair.row;
  const [note, setNote] = useState(decision?.note ?? '');
  const { mutate, error, isPending, variables } = useDecide(campaignId, id);
  const make = (made: DecisionMade['decision']): void =>
    mutate({ decision: made, seen: pair.version });
  // Whoever decides anew before the answer came changes what was asked for last.
  const last = isPending ? variables.decision : decision;

  function choose(grade: number): void {
    const isSame = last !== null && last.grade === grade && last.note === note;
    if (mayDecide && !isSame) make({ grade, note });
  }

  usePress((press) => {
    const wanted = askedBy(press, scale);
    if (typeof wanted === 'object' && wanted !== null) choose(wanted.grade);
  });

  return (
    <>
      {mayDecide && (
        <>
          <AreaField
            label="Note (optional)"
            rows={2}
            maxLength={LONGEST_NOTE}
            value={note}
            onChange={setNote}
          />
          <GradeButtons
            label="Decide on a grade"
            scale={scale}
            standing={decision?.grade ?? null}
            onChoose={choose}
          />
        </>
      )}
      <ErrorMessage error={error} />
      <div className={buttons.actions}>
        {children}
        {decision !== null && (
          <Button look="second" onClick={() => last !== null && make(null)}>
            Take back
          </Button>
        )}
      </div>
    </>
  );
}

type EarlierDecisionsProps = Readonly<{ decisions: readonly Decision[]; scale: readonly Grade[] }>;

/** Those that were superseded or taken back, the newest first. */
function EarlierDecisions({ decisions, scale }: EarlierDecisionsProps) {
  const ended = decisions.filter((one) => one.ended_at !== null);
  if (ended.length === 0) return null;
  return (
    <details className={cx(parts.fold, styles.earlier)}>
      <summary>{counted(ended.length, 'earlier decision')}</summary>
      <ul role="list">
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
    ...(mayDecide ? ['Number keys also decide'] : []),
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
      {decision === null && whyNothingIsDecided(state) === '' && !isOfExpert(pair.row.kind) && (
        <ChosenSwitch campaignId={campaignId} pairId={id} isChosen={pair.row.is_chosen} />
      )}
      <Keys mayDecide={why === ''} hasNext={after !== null} />
      <EarlierDecisions decisions={pair.decisions} scale={scale} />
    </section>
  );
}
