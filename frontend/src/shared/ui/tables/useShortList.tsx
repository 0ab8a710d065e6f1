import { useState } from 'react';
import type { ReactNode } from 'react';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';

/** The first of many, and a button for the rest; no button when the first are all. */
export function useShortList<Item>(items: readonly Item[], first: number, name: string) {
  const [showsAll, setShowsAll] = useState(false);
  const isShort = showsAll || items.length <= first;
  const more: ReactNode = isShort ? null : (
    <Button onClick={() => setShowsAll(true)}>Show all {counted(items.length, name)}</Button>
  );
  return [isShort ? items : items.slice(0, first), more] as const;
}
