import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Reads again, also where a first answer is on its way: it may be older than what calls for this. */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  // Invalidating alone leaves a query without data to the request that runs already.
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Reads again whenever there is other news; the first is at most as new as what is being read. */
export function useReadAnew(queryKey: QueryKey, news: unknown): void {
  const client = useQueryClient();
  const heard = useRef(news);
  useEffect(() => {
    if (Object.is(heard.current, news)) return;
    heard.current = news;
    void readAnew(client, queryKey);
  }, [client, queryKey, news]);
}
