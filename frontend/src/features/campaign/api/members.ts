import { useQuery } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import { useChange } from '@/features/campaign/api/change';

const REFRESH_MS = 30_000;

export const useMembers = (id: number) =>
  useQuery({
    queryKey: ['members', id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/campaigns/{campaign_id}/members', {
          params: { path: { campaign_id: id } },
          signal,
        }),
      ),
    refetchInterval: REFRESH_MS,
  });

/** `keep` and `drop` withdraw a member, and say what becomes of the judgments. */
export type Act = 'quota' | 'pause' | 'resume' | 'keep' | 'drop';

type MemberChange = Readonly<{ act: Act; quota: number | null }>;

function change(id: number, memberId: number, { act, quota }: MemberChange): Promise<unknown> {
  const params = { path: { campaign_id: id, member_id: memberId } };
  if (act === 'quota')
    return answer(
      api.PATCH('/api/campaigns/{campaign_id}/members/{member_id}', { params, body: { quota } }),
    );
  if (act === 'pause')
    return answer(api.POST('/api/campaigns/{campaign_id}/members/{member_id}/pause', { params }));
  if (act === 'resume')
    return answer(api.POST('/api/campaigns/{campaign_id}/members/{member_id}/resume', { params }));
  return answer(
    api.POST('/api/campaigns/{campaign_id}/members/{member_id}/withdraw', {
      params,
      body: { work: act },
    }),
  );
}

export const useChangeMember = (id: number, memberId: number, onDone: () => void) =>
  useChange(id, (memberChange: MemberChange) => change(id, memberId, memberChange), onDone);
