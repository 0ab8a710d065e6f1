import { patch, post } from '@/api/calls';
import { useChange } from '@/features/campaign/api/change';

/** `keep` and `drop` withdraw a member, and say what becomes of the judgments. */
export type Act = 'quota' | 'pause' | 'resume' | 'keep' | 'drop';

type MemberChange = Readonly<{ act: Act; quota: number | null }>;

function change(id: number, memberId: number, { act, quota }: MemberChange): Promise<unknown> {
  const member = { campaign_id: id, member_id: memberId };
  if (act === 'quota')
    return patch('/api/campaigns/{campaign_id}/members/{member_id}', member, { quota });
  if (act === 'pause')
    return post('/api/campaigns/{campaign_id}/members/{member_id}/pause', member);
  if (act === 'resume')
    return post('/api/campaigns/{campaign_id}/members/{member_id}/resume', member);
  return post('/api/campaigns/{campaign_id}/members/{member_id}/withdraw', member, { work: act });
}

export const useChangeMember = (id: number, memberId: number, onDone: () => void) =>
  useChange(id, (memberChange: MemberChange) => change(id, memberId, memberChange), onDone);
