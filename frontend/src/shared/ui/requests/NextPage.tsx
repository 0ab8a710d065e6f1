import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

type Props = ComponentProps<typeof Button> &
  Readonly<{
    of: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'>;
  }>;

/** The next page of a list that is read page after page, on demand. */
export const NextPage = ({
  of: { hasNextPage, isFetchingNextPage, fetchNextPage },
  ...as
}: Props) =>
  hasNextPage && (
    <p className={buttons.actions}>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()} {...as} />
    </p>
  );
