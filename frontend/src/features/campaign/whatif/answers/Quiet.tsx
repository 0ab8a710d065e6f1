import type { ReactNode } from 'react';
import { asApiError, isPassing, sentence } from '@/shared/requests/errors';
import type { Query } from '@/shared/requests/together';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';

type Props<Data> = Readonly<{
  query: Query<Data> & Readonly<{ isPlaceholderData?: boolean }>;
  waiting: string;
  children: (data: Data) => ReactNode;
}>;

/** An answer, or in one quiet sentence why there is none: not every state has every answer. */
export function Quiet<Data>({ query, waiting, children }: Props<Data>) {
  const { data, error, isPlaceholderData = false } = query;
  if (error !== null && isPassing(asApiError(error))) return <ErrorMessage error={error} />;
  if (error !== null) return <p className={text.note}>{sentence(error)}</p>;
  if (data === undefined) return <Waiting label={waiting} />;
  return <div aria-busy={isPlaceholderData}>{children(data)}</div>;
}
