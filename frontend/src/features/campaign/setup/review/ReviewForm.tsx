import type { PoolPreview } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { ReviewFacts } from '@/features/campaign/setup/review/ReviewFacts';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useCreation } from '@/features/campaign/setup/review/useCreation';
import { depthOf, requestOf, suggestedName } from '@/features/campaign/setup/draft/request';
import { sentence } from '@/shared/errors';
import { freeName, nameTrouble } from '@/shared/names';
import { TextField } from '@/shared/ui/fields/TextField';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/setup/review/footer.module.css';

const MANY_PAIRS = 50_000;

type Props = StepProps & Readonly<{ preview: PoolPreview }>;

/** Everything once more, with its cost, under a name; then the campaign is made. */
export function ReviewForm({ draft, change, forget, preview }: Props) {
  const { names, create, error, isBusy } = useCreation(forget);
  const depth = depthOf(draft, preview.depth);
  const name = draft.name ?? freeName(suggestedName(draft), names);
  const isLarge = (preview.n_pairs[depth - 1] ?? 0) > MANY_PAIRS;
  const trouble = isBusy ? null : nameTrouble(name, names);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create(requestOf(draft, name, depth));
      }}
    >
      <section>
        <h3>Review</h3>
        <TextField
          label="Name of the campaign"
          value={name}
          autoCapitalize="none"
          trouble={trouble}
          onChange={(entered) => change({ name: entered })}
        />
        <ReviewFacts draft={draft} preview={preview} depth={depth} />
      </section>
      {error !== null && (
        <p role="alert" className={text.wrong}>
          {sentence(error)} Nothing was made, and nothing you entered is lost.
        </p>
      )}
      <div className={cx(buttons.actions, styles.footer)}>
        <Link to="?step=guideline" className={styles.back}>
          Back to guideline
        </Link>
        <button
          type="submit"
          className={cx(buttons.primary, styles.next)}
          disabled={trouble !== null || isBusy}
        >
          {isBusy ? 'Making the campaign…' : 'Create the campaign'}
        </button>
        <span className={text.soft}>
          It begins as a draft. Next you invite people.
          {isLarge && ' Of a pool this large it is made in some minutes; keep this page open.'}
        </span>
      </div>
    </form>
  );
}
