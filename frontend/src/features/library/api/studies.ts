import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Address, Params } from '@/api/calls';
import { reading, useRead } from '@/api/read';
import { SELDOM_MS, isOpen, untilOver } from '@/features/library/api/jobs';
import { counted } from '@/shared/format/numbers';
import { useParams } from '@/shared/routing/Routes';

const KEPT_MS = 60_000;

/** Where a study is read; a tab is the last part of the address. */
export const studyPath = (name: string, tab = ''): string =>
  `/library/studies/${encodeURIComponent(name)}${tab === '' ? '' : `/${tab}`}`;

/** What stands for the runs of a study where they are folded. */
export const runsOfStudy = (study: string, n: number): string =>
  `${counted(n, 'run')} of the study ${study}`;

/** All studies, the newest first. */
export const useStudies = () =>
  useRead(
    '/api/studies',
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? SELDOM_MS : false),
    },
  );

/** The study of the address; asked for again while it is not over, after two minutes less often. */
export function useNamedStudy() {
  const { name = '' } = useParams();
  return useRead(
    '/api/studies/one',
    { name },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data, dataUpdateCount: n } }) => untilOver(data, n),
    },
  );
}

/** A part of a study, once a run is complete; it is read anew when another run is (`nDone`). */
export const useStudyPart = <A extends Address>(address: A, query: Params<A>, nDone: number) =>
  useQuery({
    ...reading(address, query),
    queryKey: [address, query, nDone],
    placeholderData: keepPreviousData, // stays until the next is there
    staleTime: KEPT_MS,
    enabled: nDone > 0,
  });
