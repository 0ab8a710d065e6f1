import { useLabels } from '@/api/labels';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { LabelFiles } from '@/upload/choice/LabelFiles';
import text from '@/shared/styles/text.module.css';

type Props = Pick<StepProps, 'draft'>;

/** Labels that there are already: they break ties later, and are compared with the new ones. */
export function LabelChoice({ draft }: Props) {
  const { data: rows = [] } = useLabels();
  const fitting = rows.filter(
    ({ collection, topic_set: topicSet }) =>
      collection === draft.collection && topicSet === draft.topicSet,
  );
  return (
    <section>
      <h3>Labels that there are</h3>
      <p className={text.soft}>
        {fitting.length === 0
          ? 'None yet. They need not be: the campaign makes labels.'
          : `${fitting.map(({ name }) => name).join(', ')}.`}{' '}
        Older labels can break ties between votes, and be compared and joined with the new ones.
      </p>
      <LabelFiles ground={draft} taken={rows.map(({ name }) => name)} onDone={() => undefined} />
    </section>
  );
}
