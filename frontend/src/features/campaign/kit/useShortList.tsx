import { useState } from 'react';
import type { ReactNode } from 'react';
import { counted } from '@/shared/format/numbers';
import buttons from '@/shared/styles/buttons.module.css';

/** The first of many, and a button for the rest; no button when the first are all. */
export function useShortList<Item>(items: readonly Item[], first: number, name: string) {
  const [showsAll, setShowsAll] = useState(false);
  const isShort = showsAll || items.length <= first;
  const more: ReactNode = isShort ? null : (
    <button type="button" className={buttons.plain} onClick={() => setShowsAll(true)}>
      Show all {counted(items.length, name)}
    </button>
  );
  return [isShort ? items : items.slice(0, first), more] as const;
}
