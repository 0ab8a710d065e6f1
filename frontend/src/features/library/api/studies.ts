import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, read } from '@/api/client';
import type { paths } from '@/api/schema.gen';
import type { StudyRequest } from '@/api/types';
import { SELDOM_MS, isOpen, untilOver } from '@/features/library/api/jobs';
import { useParams } from '@/shared/routing/Routes';

const KEPT_MS = 60_000;

/** Where a study is read; a tab is the last part of the address. */
export const studyPath = (name: string, tab = ''): string =>
  `/library/studies/${encodeURIComponent(name)}${tab === '' ? '' : `/${tab}`}`;

const studiesKey = ['studies'];
const studyKey = (name: string) => ['study', name];

/** All studies, the newest first. */
export const useStudies = () =>
  useQuery({
    queryKey: studiesKey,
    queryFn: ({ signal }) => answer(api.GET('/api/studies', { signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? SELDOM_MS : false),
  });

/** A study and how far it is; asked for again while it is not over, after two minutes less often. */
export const useStudy = (name: string) =>
  useQuery({
    queryKey: studyKey(name),
    queryFn: ({ signal }) => answer(api.GET('/api/study', { params: { query: { name } }, signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount: n } }) => untilOver(data, n),
  });

/** The study of the address. */
export const useNamedStudy = () => useStudy(useParams().name ?? '');

type TableQuery = paths['/api/study/table']['get']['parameters']['query'];
type TopicsQuery = paths['/api/study/topics']['get']['parameters']['query'];
type FailuresQuery = paths['/api/study/failures']['get']['parameters']['query'];
export type { FailuresQuery, TableQuery, TopicsQuery };

/** Asked for once a run is complete; the answer before stays until the next is there. */
const onceDone = (nDone: number) => ({
  placeholderData: keepPreviousData,
  staleTime: KEPT_MS,
  enabled: nDone > 0,
});

/** A study's table; it is read anew when another run of it is complete (`nDone`). */
export const useStudyTable = (query: TableQuery, nDone: number) =>
  useQuery({
    queryKey: ['study', query.name, 'table', query, nDone],
    queryFn: read('/api/study/table', { query }),
    ...onceDone(nDone),
  });

/** One variant query by query. */
export const useStudyTopics = (query: TopicsQuery, nDone: number) =>
  useQuery({
    queryKey: ['study', query.name, 'topics', query, nDone],
    queryFn: read('/api/study/topics', { query }),
    ...onceDone(nDone),
  });

/** Topics where rankers fail, twenty a page. */
export const useStudyFailures = (query: FailuresQuery, nDone: number) =>
  useQuery({
    queryKey: ['study', query.name, 'failures', query, nDone],
    queryFn: read('/api/study/failures', { query }),
    ...onceDone(nDone),
  });

/** What a study would compute, and how long that would take. */
export const useStudyPreview = (body: StudyRequest | null) =>
  useQuery({
    queryKey: ['study-preview', body],
    queryFn: ({ signal }) =>
      answer(api.POST('/api/studies/preview', { body: body as StudyRequest, signal })),
    placeholderData: keepPreviousData,
    enabled: body !== null,
    retry: false,
  });

/** Starts a study, or goes on with the same one. */
export function useStartStudy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StudyRequest) => answer(api.POST('/api/studies', { body })),
    onSuccess: (study) => {
      client.setQueryData(studyKey(study.name), study);
      return client.invalidateQueries({ queryKey: studiesKey });
    },
  });
}

/** Pauses, resumes or cancels a study with all of its jobs. */
export function useSteerStudy(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') =>
      answer(api.POST('/api/study/steer', { body: { name, action } })),
    onSuccess: (study) => client.setQueryData(studyKey(name), study),
    onError: () => client.invalidateQueries({ queryKey: studyKey(name) }),
  });
}
