import { useCallback } from 'react';
import type { AgreementParts } from '@/api/types';
import { useAgreementParts } from '@/features/campaign/api/agreement';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { drawTime } from '@/features/campaign/agreement/draw/drawTime';
import { FirstOf } from '@/features/campaign/agreement/parts/FirstOf';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { partColumns } from '@/features/campaign/agreement/parts/partColumns';
import { Figure } from '@/shared/ui/figure/Figure';

function TimeFigure({ parts }: Readonly<{ parts: AgreementParts }>) {
  const { groups } = parts;
  const draw = useCallback(
    (width: number) => {
      const alpha = groups[0]?.coefficients.at(-1)?.name ?? '';
      return drawTime(groups, ['percent_agreement', alpha], width);
    },
    [groups],
  );
  return (
    <Figure
      title="Agreement over time"
      caption="A pair stands where the last of its votes came: on that day, in the week that begins on that Monday, or in that month."
      draw={draw}
      table={{ name: 'Agreement over time', columns: partColumns('time', groups), rows: groups }}
      fileName="agreement-over-time"
      height={260}
    />
  );
}

/** Whether people agree more or less as the campaign goes on. */
export function TimeSection({
  campaignId,
  choice,
}: Readonly<{ campaignId: number; choice: Choice }>) {
  const times = useAgreementParts(campaignId, { by: 'time' }, choice);
  return (
    <section aria-labelledby="time">
      <h3 id="time">Over time</h3>
      <Part query={times} waiting="Comparing days">
        {(parts) => (
          <>
            <FirstOf shown={parts.groups.length} n={parts.n} />
            <TimeFigure parts={parts} />
          </>
        )}
      </Part>
    </section>
  );
}
