import type { Grade, JudgmentVersion, WholePair } from '@/api/types';
import { AnswerTable } from '@/features/campaign/pairs/AnswerTable';
import { GradesOfPair } from '@/features/campaign/pairs/GradesOfPair';
import { LabelTable } from '@/features/campaign/pairs/LabelTable';
import { PairFacts } from '@/features/campaign/pairs/PairFacts';
import { PassageSection } from '@/features/campaign/pairs/PassageSection';
import { TopicSection } from '@/features/campaign/pairs/TopicSection';
import { VersionHistory } from '@/features/campaign/pairs/VersionHistory';
import styles from '@/features/campaign/pairs/pair.module.css';

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
