import { useEffect, useRef, useState } from 'react';
import type { Entered } from '@/features/library/parameters/request';
import type { FieldName, Troubles } from '@/features/library/parameters/troubles';

/** The form's values and errors; the first field with an error gets the focus. */
export function useForm(initial: Entered) {
  const [entered, setEntered] = useState(initial);
  const [troubles, setTroubles] = useState<Troubles>({});
  const form = useRef<HTMLFormElement>(null);
  const hasNewTroubles = useRef(false);

  useEffect(() => {
    if (!hasNewTroubles.current) return;
    hasNewTroubles.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [troubles]);

  /**
   * A trouble of the name may have any cause, so any change clears it; those of one ranker’s fields
   * do not hold for another.
   */
  function change(part: Partial<Entered>, field?: FieldName): void {
    setEntered((before) => ({ ...before, ...part }));
    const mended = [field, 'name', 'form'];
    const isAnother = part.ranker !== undefined || part.task !== undefined;
    setTroubles((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !isAnother && !mended.includes(name)),
      ),
    );
  }

  function showTroubles(newTroubles: Troubles): void {
    hasNewTroubles.current = true;
    setTroubles(newTroubles);
  }

  return { form, entered, troubles, change, showTroubles };
}
