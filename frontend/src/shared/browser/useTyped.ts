import { useEffect, useState, startTransition, useEffectEvent } from 'react';

/** A value once it has not changed for a moment: no request a key. */
export function useSettled<Value>(value: Value, ms = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

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
