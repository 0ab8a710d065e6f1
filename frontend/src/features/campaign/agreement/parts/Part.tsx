import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { sentence } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import { Waiting } from '@/shared/ui/requests/Waiting';
import text from '@/shared/styles/text.module.css';

type Props<Data> = Readonly<{
  query: UseQueryResult<Data>;
  /** What is being done meanwhile. */
  waiting: string;
  children: (data: Data) => ReactNode;
}>;

/** A part of the page that is read for itself: the others show where this one cannot be had. */
export function Part<Data>({ query, waiting, children }: Props<Data>) {
  const { data, error, refetch, isPlaceholderData } = query;
  if (data === undefined) {
    if (error === null) return <Waiting label={waiting} />;
    return (
      <p role="alert" className={text.wrong}>
        {sentence(error)}{' '}
        <Button look="flush" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  return <div aria-busy={isPlaceholderData}>{children(data)}</div>;
}
