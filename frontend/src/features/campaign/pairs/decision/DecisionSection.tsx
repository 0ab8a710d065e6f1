import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import type { CampaignState, Grade, WholePair } from '@/api/types';
import { whyNothingIsDecided } from '@/features/campaign/kit/deciding';
import { ChosenSwitch } from '@/features/campaign/pairs/decision/ChosenSwitch';
import { DecisionForm } from '@/features/campaign/pairs/decision/DecisionForm';
import { EarlierDecisions } from '@/features/campaign/pairs/decision/EarlierDecisions';
import { askedBy, NEXT_KEY } from '@/features/campaign/pairs/decision/keys';
import { Standing } from '@/features/campaign/pairs/decision/Standing';
import { whyNot } from '@/features/campaign/pairs/decision/texts';
import { usePress } from '@/features/campaign/pairs/decision/usePress';
import { AnswerCells } from '@/features/campaign/pairs/list/AnswerCells';
import { useNeighbours } from '@/features/campaign/pairs/search/useNeighbours';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/pairs/decision/decision.module.css';

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

type KeysProps = Readonly<{ mayDecide: boolean; hasNext: boolean }>;

function Keys({ mayDecide, hasNext }: KeysProps) {
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
