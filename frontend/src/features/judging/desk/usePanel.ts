import { useState } from 'react';
import { useLocation } from '@/shared/routing/location';

export type Panel = 'guideline' | 'history' | 'keys' | null;

/** What is open beside the passage; links from other pages lead to the history. */
export function usePanel() {
  const { hash } = useLocation();
  const [panel, setPanel] = useState<Panel>(hash === '#history' ? 'history' : null);
  const toggle = (which: Panel) => (): void => setPanel((open) => (open === which ? null : which));
  return { panel, toggle, closePanel: () => setPanel(null) };
}
