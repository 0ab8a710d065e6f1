import { useState } from 'react';

export type Panel = 'guideline' | 'history' | 'keys' | null;

/** What stands beside the passage. */
export function usePanel() {
  const [panel, setPanel] = useState<Panel>(null);
  const toggle = (which: Panel) => (): void => setPanel((open) => (open === which ? null : which));
  return { panel, toggle, closePanel: () => setPanel(null) };
}
