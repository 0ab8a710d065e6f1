import type { Selection } from '@/features/comparison/choice/selection';
import { asApiError } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/shared/ui/requests/PageTrouble.module.css';

type Props = Readonly<{
  error: unknown;
  onChange: (part: Partial<Selection>) => void;
  onRetry: () => void;
}>;

/** Why there is no comparison. Topics that models were trained on are the person's to decide about. */
export function NotCompared({ error, onChange, onRetry }: Props) {
  const { fields, detail } = asApiError(error);
  if (!('trained_topics' in fields))
    return <PageTrouble title="These cannot be compared" error={error} onRetry={onRetry} />;
  return (
    <section className={styles.trouble} role="alert">
      <h1>A model was trained on these topics</h1>
      <p>{detail}</p>
      <p className={buttons.actions}>
        <Button look="primary" onClick={() => onChange({ trainedTopics: 'leave-out' })}>
          Leave them out
        </Button>
        <Button onClick={() => onChange({ trainedTopics: 'keep' })}>Compare all the same</Button>
      </p>
    </section>
  );
}
