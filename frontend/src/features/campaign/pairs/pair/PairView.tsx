import type { Grade, JudgmentVersion, WholePair } from '@/api/types';
import { AnswerTable } from '@/features/campaign/pairs/pair/AnswerTable';
import { GradesOfPair } from '@/features/campaign/pairs/pair/GradesOfPair';
import { LabelTable } from '@/features/campaign/pairs/pair/LabelTable';
import { PairFacts } from '@/features/campaign/pairs/pair/PairFacts';
import { PassageSection } from '@/features/campaign/pairs/heat/PassageSection';
import { TopicSection } from '@/features/campaign/pairs/pair/TopicSection';
import { VersionHistory } from '@/features/campaign/pairs/pair/VersionHistory';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

type Props = Readonly<{
  campaignId: number;
  pair: WholePair;
  judgments: readonly JudgmentVersion[];
  scale: readonly Grade[];
}>;

export function PairView({ campaignId, pair, judgments, scale }: Props) {
  return (
    <>
      <TopicSection pair={pair} />
      <div className={styles.sides}>
        <PassageSection pair={pair} judgments={judgments} />
        <div>
          <GradesOfPair row={pair.row} scale={scale} />
          <PairFacts campaignId={campaignId} pair={pair} scale={scale} />
        </div>
      </div>
      <AnswerTable answers={pair.row.answers} scale={scale} />
      <VersionHistory versions={judgments} scale={scale} />
      <LabelTable labels={pair.labels} />
    </>
  );
}
