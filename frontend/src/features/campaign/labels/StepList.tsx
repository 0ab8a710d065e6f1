import type { LabelsPreview } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';

type Step = LabelsPreview['steps'][number];

/** What each step takes away. */
const STEPS: Readonly<Record<string, string>> = {
  assessors: 'answers of assessors whose votes do not count',
  'blank share': 'assessors who could not judge too much of a topic',
  'not judged': 'answers without a grade',
  'min agreement': 'assessors who agree too little with the others',
  'min assessors': 'topics with too few assessors',
  'min votes': 'pairs with too few votes',
  decisions: 'votes replaced by a decision',
  'unjudged ties': 'ties, left without a label',
  'fallback relevant': 'topics where nothing stayed relevant',
  'only topics': 'topics missing in the other labels',
};

const describeStep = (step: Step): string => STEPS[step.name] ?? step.name;

/** Steps that took nothing away are not worth a row. */
const effective = (steps: readonly Step[]): Step[] =>
  steps.filter(
    (step) =>
      step.n_judgments_removed > 0 || step.n_pairs_removed > 0 || step.topics_removed.length > 0,
  );

/** "12 judgments, 3 pairs, 1 topic". */
function formatRemoved(step: Step): string {
  const parts = [
    counted(step.n_judgments_removed, 'judgment'),
    ...(step.n_pairs_removed > 0 ? [counted(step.n_pairs_removed, 'pair')] : []),
    ...(step.topics_removed.length > 0 ? [counted(step.topics_removed.length, 'topic')] : []),
  ];
  return parts.join(', ');
}

/** What each step excluded, in order. */
export function StepList({ steps }: Readonly<{ steps: readonly Step[] }>) {
  const shown = effective(steps);
  if (shown.length === 0) return <p className={text.soft}>Nothing was excluded.</p>;
  return (
    <dl className={styles.steps}>
      {shown.map((step) => (
        <div key={step.name}>
          <dt>{describeStep(step)}</dt>
          <dd>{formatRemoved(step)}</dd>
        </div>
      ))}
    </dl>
  );
}
