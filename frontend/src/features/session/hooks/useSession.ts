import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '@/features/session/api/readSession';

export const useSession = () => useQuery(sessionQuery);
