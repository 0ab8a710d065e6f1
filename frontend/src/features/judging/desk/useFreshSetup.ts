import { useEffect, useRef } from 'react';
import { useSetupAnew } from '@/features/judging/api/setup';
import { shown } from '@/features/judging/pair/deck';
import type { DeskState } from '@/features/judging/desk/desk';

/** What the server last said of the campaign's state; null before it said anything. */
const toldBy = ({ word }: DeskState): string | null =>
  word === null ? null : (word.empty?.state ?? 'hands out passages');

/**
 * Reads the setup again when the desk tells that it moved on: a newer notice, an answer of the round,
 * another state of the campaign, whose guideline and options may be others since.
 */
export function useFreshSetup(id: number, state: DeskState): void {
  const { deck, word } = state;
  const readAnew = useSetupAnew(id);
  const isNoticeDue = shown(deck) === undefined && word?.empty?.reason === 'notice';
  const nExplained = deck.judged.filter(({ feedback }) => feedback !== null).length;
  useEffect(() => {
    if (isNoticeDue || nExplained > 0) readAnew();
  }, [readAnew, isNoticeDue, nExplained]);

  const told = toldBy(state);
  const before = useRef(told);
  useEffect(() => {
    const isNews = before.current !== null && before.current !== told;
    before.current = told;
    if (isNews) readAnew();
  }, [readAnew, told]);
}
