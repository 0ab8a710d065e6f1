import { ownZone } from '@/features/library/calls/deadline';
import type { FieldTroubles } from '@/shared/requests/errors';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { TextField } from '@/shared/ui/fields/TextField';

/** The rules of a call as its forms hold them; the deadline is in the zone of the browser. */
export type Rules = Readonly<{ deadline: string; depth: number; runs: number }>;

type Props = Readonly<{
  rules: Rules;
  onChange: (rules: Rules) => void;
  troubles: FieldTroubles;
}>;

export function RuleFields({ rules, onChange, troubles }: Props) {
  return (
    <>
      <TextField
        label="Deadline"
        hint={`In your time zone, ${ownZone()}.`}
        type="datetime-local"
        required
        value={rules.deadline}
        onChange={(deadline) => onChange({ ...rules, deadline })}
        trouble={troubles.deadline ?? null}
      />
      <NumberField
        label="Passages per topic at most"
        hint="Runs with a longer ranking are refused."
        value={rules.depth}
        min={1}
        max={1_000_000}
        onChange={(depth) => onChange({ ...rules, depth })}
        trouble={troubles.max_depth ?? null}
      />
      <NumberField
        label="Runs per team"
        hint="Refused runs do not count."
        value={rules.runs}
        min={1}
        max={1000}
        onChange={(runs) => onChange({ ...rules, runs })}
        trouble={troubles.runs_per_team ?? null}
      />
    </>
  );
}
