import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { useSettled } from '@/shared/useSettled';

/**
 * A text that is typed, and handed over once it has not changed for a moment. Until then what was
 * typed shows; after, and whenever nobody types, the value.
 */
export function useTyped(value: string, onSettled: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const settled = useSettled(typed);
  const handOver = useEffectEvent((text: string) => {
    // With the address, which follows in a transition as well: the text before never shows again.
    startTransition(() => setTyped((now) => (now === text ? null : now)));
    if (text !== value) onSettled(text);
  });
  useEffect(() => {
    if (settled !== null) handOver(settled);
  }, [settled]);
  return [typed ?? value, setTyped] as const;
}
