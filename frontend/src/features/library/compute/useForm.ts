import { useEffect, useRef, useState } from 'react';
import type { Entered } from '@/features/library/parameters/request';
import type { FieldName, Troubles } from '@/features/library/parameters/troubles';

/** The form's values and errors; the first field with an error gets the focus. */
export function useForm(initial: Entered) {
  const [entered, setEntered] = useState(initial);
  const [troubles, setTroubles] = useState<Troubles>({});
  const form = useRef<HTMLFormElement>(null);
  const isTold = useRef(false);

  useEffect(() => {
    if (!isTold.current) return;
    isTold.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [troubles]);

  /**
   * What was said of the name may have been said because of anything else; what was said of one
   * ranker’s fields holds for no other.
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

  function tell(found: Troubles): void {
    isTold.current = true;
    setTroubles(found);
  }

  return { form, entered, troubles, change, tell };
}
