import { useState } from 'react';
import type { DerivedLabels } from '@/api/types';
import { MOST_RELEVANCE } from '@/shared/labels/aggregates';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { evalLevel, mapText } from '@/features/campaign/labels/valueMap';
import type { ValueMap } from '@/features/campaign/labels/valueMap';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import layout from '@/features/campaign/labels/labels.module.css';
import styles from '@/features/campaign/labels/labelSets.module.css';

function Hint({
  name,
  level,
  least,
}: Readonly<{ name: string; level: number | null; least: number }>) {
  if (level === null) {
    return (
      <p className={text.soft}>
        No <code>trec_eval -l</code> fits: the values written mix what is relevant, from {least} up,
        with what is not.
      </p>
    );
  }
  return (
    <p className={text.soft}>
      So that trec_eval calls the same passages relevant:{' '}
      <code>
        trec_eval -l {level} -c {name}.qrels RUN
      </code>
    </p>
  );
}

/** The labels as a TREC file, with other values where they are asked for. */
export function QrelsDownload({ labels }: Readonly<{ labels: DerivedLabels }>) {
  const { id, name, scale, min_relevance: least } = labels;
  const [map, setMap] = useState<ValueMap>(new Map());
  const text = mapText(map);
  const query = text === '' ? '' : `?map=${encodeURIComponent(text)}`;
  return (
    <div className={styles.qrels}>
      <p className={buttons.actions}>
        <a
          className={buttons.primary}
          href={`/api/labels/${id}/qrels${query}`}
          download
          aria-label={`Download qrels of ${name}`}
        >
          Download qrels
        </a>
      </p>
      <Hint name={name} level={evalLevel(scale, least, map)} least={least} />
      <details className={parts.fold}>
        <summary>Write other values</summary>
        <div className={layout.numbers} role="group" aria-label={`Values of ${name} in the file`}>
          {scale.map((value) => (
            <NumberField
              key={value}
              label={`${value} is written as`}
              min={-MOST_RELEVANCE}
              max={MOST_RELEVANCE}
              value={map.get(value) ?? value}
              onChange={(written) => setMap(new Map(map).set(value, written))}
              onEmpty={() => setMap(new Map(map).set(value, value))}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
