import type { ReactNode } from 'react';
import type { Invitation } from '@/api/types';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { TextField } from '@/shared/ui/fields/TextField';
import forms from '@/features/campaign/kit/forms.module.css';

const ROLES = [
  { value: 'assessor', label: 'Assessors' },
  { value: 'adjudicator', label: 'Adjudicators' },
] as const;

export type Role = Invitation['role'];

export type Props = Readonly<{
  campaignId: number;
  /** There is nothing left to judge, but perhaps to settle. */
  hasEnded: boolean;
}>;

type Fields = Readonly<{
  hasEnded: boolean;
  role: Role;
  onRole: (role: Role) => void;
  days: string;
  onDays: (days: string) => void;
  daysTrouble?: string | null;
  /** Before the days, in their row. */
  before?: ReactNode;
  /** The button behind them. */
  children: ReactNode;
}>;

/** In which role people join, and for how many days a link is valid. */
export function JoiningFields(props: Fields) {
  const { hasEnded, role, onRole, days, onDays, daysTrouble, before, children } = props;
  return (
    <>
      {!hasEnded && (
        <Segmented label="They join as" options={ROLES} value={role} onChange={onRole} />
      )}
      <div className={forms.row}>
        {before}
        <TextField
          label="Valid for (days)"
          width="number"
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={onDays}
          trouble={daysTrouble}
        />
        {children}
      </div>
    </>
  );
}
