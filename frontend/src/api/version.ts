import { useQuery } from '@tanstack/react-query';
import { read } from '@/api/client';

/** The version that answers, which a page that has long been open may not be of. */
export const useVersion = () =>
  useQuery({ queryKey: ['version'], queryFn: read('/api/version', {}) });
