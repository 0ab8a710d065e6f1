import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '@/api/session/readSession';

export const useSession = () => useQuery(sessionQuery);
