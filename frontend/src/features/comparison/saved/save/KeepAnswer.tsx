import { useState } from 'react';
import { useKeepAnswer, useSavedAs, useSaveComparison } from '@/api/savedComparisons';
import { useSession } from '@/api/session';
import type { Comparison } from '@/api/compared';
import type { Selection } from '@/features/comparison/choice/selection';
import { ANSWERS } from '@/features/comparison/saved/save/kinds';
import type { AnswerKind } from '@/features/comparison/saved/save/kinds';
import { NEW, SaveDialog } from '@/features/comparison/saved/save/SaveDialog';
import { saveRequest } from '@/features/comparison/saved/save/saveRequest';
import { sentence } from '@/shared/requests/errors';
import { savedPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type Question = Readonly<Record<string, string>>;

type Props = Readonly<{
  comparison: Comparison;
  selection: Selection;
  isOutdated: boolean;
  kind: AnswerKind;
  /** What is asked beside the comparison's own question. */
  question: Question;
}>;

/** What the requesting account saved this comparison as; null where it did not, undefined while that is not known. */
function useMine(hash: string, enabled: boolean): string | null | undefined {
  const username = useSession().data?.username;
  const { data } = useSavedAs(hash, enabled);
  if (data === undefined || username === undefined) return undefined;
  return data.find(({ owner }) => owner === username)?.name ?? null;
}

/** Freezes an answer beside the saved comparison; where that is not saved yet, it is saved first. */
export function KeepAnswer(props: Props) {
  const { comparison, question } = props;
  // What became of keeping one answer says nothing of the next.
  return <Keep key={`${comparison.content_hash} ${JSON.stringify(question)}`} {...props} />;
}

function Keep({ comparison, selection, isOutdated, kind, question }: Props) {
  const { content_hash: hash } = comparison;
  const mine = useMine(hash, !isOutdated);
  const [isSaving, setSaving] = useState(false);
  const { mutate, data, variables, error, isPending } = useKeepAnswer();
  const keep = (saved: string): void => mutate({ saved, kind, question });
  const save = useSaveComparison(({ name }) => {
    setSaving(false);
    keep(name);
  });
  if (mine === undefined) return null;
  return (
    <div className={buttons.actions}>
      <Button
        look="flush"
        aria-label={`Keep with the saved comparison: ${ANSWERS[kind]}`}
        disabled={isPending}
        onClick={() => (mine === null ? setSaving(true) : keep(mine))}
      >
        Keep with the saved comparison
      </Button>
      <span role="status">
        {data !== undefined && (
          <>
            Kept with <Link to={savedPath(hash)}>{variables.saved}</Link>.
          </>
        )}
      </span>
      {error !== null && (
        <span role="alert" className={text.wrong}>
          {sentence(error)}
        </span>
      )}
      {isSaving && (
        <SaveDialog
          title="Save this comparison first"
          verb="Save and keep"
          before={NEW}
          isPending={save.isPending}
          error={save.error}
          onConfirm={(found) => save.mutate(saveRequest(selection, found))}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  );
}
