import { useMemo } from 'react';
import { ScatterFigure } from '@/features/comparison/topics/views/ScatterFigure';
import { runsOf, valueAt } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { chosenOf } from '@/shared/routing/useAddress';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';

/** The run looked at, topic by topic, against any other run under the same labels. */
export function AgainstView({ table, shown, focus, other, to, params, change }: ViewProps) {
  const others = runsOf(table).filter((run) => run !== focus.run);
  const usual = others.includes(other.run) ? other.run : others[0];
  const offered = usual === undefined ? [] : [...new Set([usual, ...others])];
  const against = chosenOf(params, 'beside', offered);
  const { labels, run } = focus;
  const x = useMemo(
    () => ({ name: against, valueOf: valueAt(table, labels, against) }),
    [table, labels, against],
  );
  const y = useMemo(
    () => ({ name: run, valueOf: valueAt(table, labels, run) }),
    [table, labels, run],
  );
  if (offered.length === 0)
    return <p className={text.soft}>There is one run alone: name another under “Change”.</p>;
  return (
    <>
      <SelectField
        label="Against"
        options={offered}
        value={against}
        onChange={(name) => change({ beside: name })}
      />
      <ScatterFigure
        table={table}
        shown={shown}
        to={to}
        title={`${table.measure} by topic, ${run} against ${against}, under ${labels}`}
        x={x}
        y={y}
        above={`${run} is better`}
        fileName={`runs-${table.measure}-${run}-${against}-${labels}`}
      />
    </>
  );
}
