import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '@/api/session/readSession';

/** Asks anew who is signed in: a login that has expired would show its name on. */
export const useSessionAnew = () => useQuery({ ...sessionQuery, refetchOnMount: 'always' });
