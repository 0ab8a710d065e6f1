import { useState } from 'react';
import { useIsWide } from '@/features/judging/frame/useIsWide';
import { useLocation } from '@/shared/routing/location';

export type Panel = 'guideline' | 'history' | 'keys' | 'search' | null;

/**
 * What is open beside the passage; links from other pages lead to the history. The search stands
 * there for good where there is room, and has nothing to be closed.
 */
export function usePanel(hasSearch: boolean) {
  const { hash } = useLocation();
  const [isSearchAsked, setSearchAsked] = useState(false);
  const [open, setOpen] = useState<Panel>(hash === '#history' ? 'history' : null);
  const stands = useIsWide() && hasSearch;
  const toggle = (which: Panel) => (): void => setOpen((now) => (now === which ? null : which));
  const opened = open === 'search' && (stands || !hasSearch) ? null : open;
  return {
    panel: opened ?? (stands ? 'search' : null),
    /** What of it can be closed. */
    opened,
    toggle,
    showSearch: () => {
      setOpen('search');
      setSearchAsked(true);
    },
    /** Whether the search is to take the focus once it is there. */
    isSearchAsked,
    answerSearch: () => setSearchAsked(false),
    closePanel: () => setOpen(null),
  };
}
