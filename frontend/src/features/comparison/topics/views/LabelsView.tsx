import { useMemo } from 'react';
import { ScatterFigure } from '@/features/comparison/topics/views/ScatterFigure';
import { valueAt } from '@/features/comparison/topics/table/table';
import type { ViewProps } from '@/features/comparison/topics/table/table';
import { chosenOf } from '@/shared/routing/useAddress';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';

/** One run, topic by topic, under two label sets. */
export function LabelsView({ table, shown, focus, to, params, change }: ViewProps) {
  const { labels, run } = focus;
  const offered = table.blocks.map((block) => block.labels).filter((name) => name !== labels);
  const than = chosenOf(params, 'than', offered);
  const x = useMemo(() => ({ name: than, valueOf: valueAt(table, than, run) }), [table, than, run]);
  const y = useMemo(
    () => ({ name: labels, valueOf: valueAt(table, labels, run) }),
    [table, labels, run],
  );
  if (offered.length === 0)
    return <p className={text.soft}>There is one label set alone: name another under “Change”.</p>;
  return (
    <>
      <SelectField
        label="Against the labels"
        options={offered}
        value={than}
        onChange={(name) => change({ than: name })}
      />
      <ScatterFigure
        table={table}
        shown={shown}
        to={to}
        title={`${table.measure} of ${run} by topic, under ${labels} against ${than}`}
        x={x}
        y={y}
        above={`it does better under ${labels}`}
        fileName={`labels-${table.measure}-${run}-${labels}-${than}`}
      />
    </>
  );
}
