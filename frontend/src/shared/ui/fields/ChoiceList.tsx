import type { ReactNode } from 'react';
import '@/shared/ui/fields/fields.css';

type Props = Readonly<{ legend: string; hint?: string; children: ReactNode }>;

/** Several to be ticked or switched, under one name. */
export function ChoiceList({ legend, hint, children }: Props) {
  return (
    <fieldset className="choice-list">
      <legend>{legend}</legend>
      {hint !== undefined && <small>{hint}</small>}
      {children}
    </fieldset>
  );
}
