import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setupQuery } from '@/features/judging/api/readSetup';
import { shown } from '@/features/judging/deck';
import type { DeskState } from '@/features/judging/desk';

/** Reads the setup again when the desk tells that it moved on: a newer notice, an answer of the round. */
export function useFreshSetup(id: number, { deck, word }: DeskState): void {
  const client = useQueryClient();
  const isNoticeDue = shown(deck) === undefined && word?.empty?.reason === 'notice';
  const nExplained = deck.judged.filter(({ feedback }) => feedback !== null).length;
  useEffect(() => {
    if (isNoticeDue || nExplained > 0) void client.invalidateQueries(setupQuery(id));
  }, [client, id, isNoticeDue, nExplained]);
}
