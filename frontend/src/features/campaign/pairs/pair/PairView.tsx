import type { CampaignOverview, JudgmentVersion, WholePair } from '@/api/types';
import { DecisionSection } from '@/features/campaign/pairs/decision/DecisionSection';
import { AnswerTable } from '@/features/campaign/pairs/pair/AnswerTable';
import { GradesOfPair } from '@/features/campaign/pairs/pair/GradesOfPair';
import { LabelTable } from '@/features/campaign/pairs/pair/LabelTable';
import { PairFacts } from '@/features/campaign/pairs/pair/PairFacts';
import { PassageSection } from '@/features/campaign/pairs/heat/PassageSection';
import { TopicSection } from '@/features/campaign/pairs/pair/TopicSection';
import { VersionHistory } from '@/features/campaign/pairs/pair/VersionHistory';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{
  campaign: CampaignOverview;
  pair: WholePair;
  judgments: readonly JudgmentVersion[];
}>;

export function PairView({ campaign, pair, judgments }: Props) {
  const { id, state, scale } = campaign;
  return (
    <>
      <TopicSection pair={pair} />
      <div className={styles.sides}>
        <PassageSection pair={pair} judgments={judgments} />
        <div>
          <DecisionSection
            key={pair.row.id} // a note is of one pair
            campaignId={id}
            state={state}
            pair={pair}
            scale={scale}
          />
          <GradesOfPair row={pair.row} scale={scale} />
          <PairFacts campaignId={id} pair={pair} scale={scale} />
        </div>
      </div>
      <AnswerTable answers={pair.row.answers} scale={scale} />
      <VersionHistory versions={judgments} scale={scale} />
      <LabelTable labels={pair.labels} />
    </>
  );
}
