import { useRead } from '@/api/read';
import { SELDOM_MS, isOpen, untilOver } from '@/features/library/api/jobs';
import { useParams } from '@/shared/routing/Routes';

/** Where a training is watched. */
export const trainingPath = (name: string): string =>
  `/library/trainings/${encodeURIComponent(name)}`;

/** All trainings, the newest first. */
export const useTrainings = () =>
  useRead(
    '/api/trainings',
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? SELDOM_MS : false),
    },
  );

/** The training of the address; asked for again while it is not over. */
export function useNamedTraining() {
  const { name = '' } = useParams();
  return useRead(
    '/api/trainings/one',
    { name },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data, dataUpdateCount: n } }) => untilOver(data, n),
    },
  );
}

/** Rankers, losses, recipes and settings that a training can be made of. */
export const useTrainingChoices = () =>
  useRead('/api/trainings/choices', {}, { staleTime: Infinity });
