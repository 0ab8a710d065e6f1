import type { PanelProps } from '@/features/comparison/choice/panel';
import { useCompared } from '@/features/comparison/api/comparison';
import { sayFewest } from '@/shared/evaluation/fewest';
import { Defined } from '@/shared/ui/Defined';
import styles from '@/features/comparison/verdict/verdict.module.css';

type Props = Readonly<{
  of: Pick<PanelProps, 'comparison' | 'selection' | 'isOutdated'>;
  run: string;
  measure: string;
}>;

/** One line, which is there before it says anything, so that nothing below moves. */
function Line({ of, run, measure, labels }: Props & Readonly<{ labels: string }>) {
  const asked = { run, measure, label_set: labels };
  const { data } = useCompared('/api/comparison/turning', of, asked, { enabled: !of.isOutdated });
  const isKnown = data !== undefined && data.problem === '' && data.leader !== null;
  const said = isKnown ? sayFewest(data, ` under ${labels}`) : '';
  return (
    <p className={styles.fewest}>
      {said !== '' && (
        <>
          {said} <Defined at="what-if#what-would-turn-it">How it is counted</Defined>
        </>
      )}
    </p>
  );
}

/** More would be a list, and each takes the server a moment. */
const MOST_LINES = 4;

/** How few labels would turn the order of a run and the baseline, under the first label sets that are no sample. */
export function FewestLabels(props: Props) {
  const { comparison } = props.of;
  if (comparison.baseline === null) return null;
  return comparison.blocks
    .filter(({ sample }) => sample === null)
    .slice(0, MOST_LINES)
    .map(({ labels }) => <Line key={labels} {...props} labels={labels} />);
}
