import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PoolPreview, NewCampaign } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { ReviewFacts } from '@/features/campaign/setup/review/ReviewFacts';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { depthOf, requestOf, suggestedName } from '@/features/campaign/setup/draft/request';
import { Form } from '@/shared/ui/forms/Form';
import { sentence } from '@/shared/requests/errors';
import { freeName, nameTrouble } from '@/shared/format/names';
import { TextField } from '@/shared/ui/fields/TextField';
import { cx } from '@/shared/styles/cx';
import { post } from '@/api/calls';
import { keyOf, useRead } from '@/api/read';
import { useNavigate } from '@/shared/routing/location';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/setup/review/footer.module.css';

/**
 * Makes a pool and a draft campaign over it, both or neither, and goes to its people; what was
 * entered is forgotten then. The names that are taken show while one is typed.
 */
function useCreation(forget: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { data: campaigns = [] } = useRead('/api/campaigns', {});
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (body: NewCampaign) => post('/api/campaigns/from-runs', {}, body),
    onSuccess: ({ id }) => {
      navigate(`/campaigns/${id}/people`);
      forget();
    },
    // Shows a name that somebody else has taken meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/campaigns') }),
  });
  const names = campaigns.map(({ name }) => name);
  return { names, create: mutate, error, isBusy: isPending || isSuccess };
}

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
    <Form onSubmit={() => create(requestOf(draft, name, depth))}>
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
    </Form>
  );
}
