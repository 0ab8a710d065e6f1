import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{
  log: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'>;
}>;

/** The next page of what is listed with the newest first, on demand. */
export const EarlierOnes = ({ log: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) =>
  hasNextPage && (
    <p className={buttons.actions}>
      <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show earlier ones
      </Button>
    </p>
  );
