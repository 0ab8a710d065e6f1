import type { QueryClient } from '@tanstack/react-query';

/** Another person sees other things: what was read before is forgotten. */
export const forgetOthers = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
