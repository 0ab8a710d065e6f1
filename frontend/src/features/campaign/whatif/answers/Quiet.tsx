import type { ReactNode } from 'react';
import { asApiError, isPassing, sentence } from '@/shared/requests/errors';
import type { Query } from '@/shared/requests/together';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import answers from '@/features/campaign/whatif/answers/answers.module.css';
import text from '@/shared/styles/text.module.css';

type Props<Data> = Readonly<{
  query: Query<Data>;
  waiting: string;
  /** Whether the answer is of another state than the page. */
  isStale: boolean;
  /** Why there is no answer; the sentence of the server unless another is given. */
  why?: (error: unknown) => string;
  /** Whether such an answer stays, dimmed; sentences do not. */
  staysDimmed?: boolean;
  children: (data: Data) => ReactNode;
}>;

/** Why there is no answer. Where it may come the next time, it can be asked for again. */
function Trouble({
  error,
  refetch,
  why,
}: Readonly<{ error: unknown; refetch: () => unknown; why: (error: unknown) => string }>) {
  if (!isPassing(asApiError(error))) return <p className={text.note}>{why(error)}</p>;
  return (
    <>
      <ErrorMessage error={error} />
      <p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    </>
  );
}

/** An answer, or in one quiet sentence why there is none: not every state has every answer. */
export function Quiet<Data>({
  query,
  waiting,
  isStale,
  why = sentence,
  staysDimmed = false,
  children,
}: Props<Data>) {
  const { data, error, refetch } = query;
  if (error !== null) return <Trouble error={error} refetch={refetch} why={why} />;
  if (data === undefined || (isStale && !staysDimmed)) return <Waiting label={waiting} />;
  return <Dimmed isStale={isStale}>{children(data)}</Dimmed>;
}

/** What is of the state before stays in sight until the next is there, but not as if it were that. */
export const Dimmed = ({
  isStale,
  children,
}: Readonly<{ isStale: boolean; children: ReactNode }>) => (
  <div
    className={answers.dimmed}
    aria-busy={isStale}
    title={isStale ? 'Of the state before the last change' : undefined}
  >
    {children}
  </div>
);
