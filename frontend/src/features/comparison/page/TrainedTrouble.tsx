import type { Selection } from '@/features/comparison/choice/selection';
import { asApiError } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/requests/PageTrouble.module.css';

/** Whether models of these runs were trained on topics that they would be compared on. */
export const isOfTrainedTopics = (error: unknown): boolean =>
  'trained_topics' in asApiError(error).fields;

type Props = Readonly<{ error: unknown; onChange: (part: Partial<Selection>) => void }>;

/** Models know some of the topics: the person says whether these count. */
export function TrainedTrouble({ error, onChange }: Props) {
  return (
    <section className={styles.trouble} role="alert">
      <h1>A model was trained on these topics</h1>
      <p>{asApiError(error).detail}</p>
      <p className={buttons.actions}>
        <Button look="primary" onClick={() => onChange({ trainedTopics: 'leave-out' })}>
          Leave them out
        </Button>
        <Button onClick={() => onChange({ trainedTopics: 'keep' })}>Compare all the same</Button>
      </p>
    </section>
  );
}
