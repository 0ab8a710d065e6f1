import { useEffect, useRef } from 'react';
import type { JudgingSetup } from '@/api/types';
import { useSetupAnew } from '@/features/judging/api/setup';
import { shown } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/deskState';

/** The campaign's last known state; null before the first reply. */
const campaignStateIn = ({ workStatus }: DeskState): string | null =>
  workStatus === null ? null : (workStatus.empty?.state ?? 'serves passages');

/**
 * Refetches the setup when the desk learns of a newer notice or message, an answer of the round, or
 * another state of the campaign: options may have changed since.
 */
export function useFreshSetup({ campaign: { id }, newest }: JudgingSetup, state: DeskState): void {
  const { deck, workStatus } = state;
  const readAnew = useSetupAnew(id);
  useEffect(() => {
    if ((workStatus?.newest?.message ?? 0) > (newest.message ?? 0)) readAnew();
  }, [readAnew, workStatus, newest]);

  const isNoticeDue = shown(deck) === undefined && workStatus?.empty?.reason === 'notice';
  const nExplained = deck.judged.filter(({ feedback }) => feedback !== null).length;
  useEffect(() => {
    if (isNoticeDue || nExplained > 0) readAnew();
  }, [readAnew, isNoticeDue, nExplained]);

  const campaignState = campaignStateIn(state);
  const before = useRef(campaignState);
  useEffect(() => {
    const isNews = before.current !== null && before.current !== campaignState;
    before.current = campaignState;
    if (isNews) readAnew();
  }, [readAnew, campaignState]);
}
