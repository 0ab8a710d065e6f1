import type { ReactNode } from 'react';
import { asApiError, isPassing } from '@/shared/requests/errors';
import type { Query } from '@/shared/requests/together';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { PageTrouble } from '@/shared/ui/requests/PageTrouble';
import { Waiting } from '@/shared/ui/requests/Waiting';

type Props<Data> = Readonly<{
  query: Query<Data>;
  /** What is shown until the answer is there. */
  waiting: string;
  isTall?: boolean;
  /** The heading of an error in the place of the page; without it an error is one line. */
  trouble?: string;
  /** Whether an answer stays when a later request is refused; it always stays in an outage. */
  keepsAnswer?: boolean;
  children: (data: Data) => ReactNode;
}>;

/** The answer of a request, or that it is on its way, or why there is none. */
export function Loaded<Data>({ query, waiting, trouble, children, ...rest }: Props<Data>) {
  const { data, error, refetch } = query;
  const { isTall = false, keepsAnswer = false } = rest;
  const stays = data !== undefined && (keepsAnswer || isPassing(asApiError(error)));
  if (error !== null && !stays)
    return trouble === undefined ? (
      <ErrorMessage error={error} />
    ) : (
      <PageTrouble title={trouble} error={error} onRetry={() => void refetch()} />
    );
  return data === undefined ? <Waiting label={waiting} isTall={isTall} /> : children(data);
}
