import { useEffect } from 'react';
import { aboutLabels } from '@/upload/labels/threshold';
import type { Thresholds } from '@/upload/labels/useThresholds';
import { MOST_RELEVANCE } from '@/shared/labels/aggregates';
import { NumberField } from '@/shared/ui/fields/NumberField';

type Props = Readonly<{ file: File; called: string; thresholds: Thresholds }>;

/** From where a label file is relevant, with the labels that it has; nothing of a file of another kind. */
export function ThresholdField({ file, called, thresholds }: Props) {
  const { of, look, type } = thresholds;
  const known = of(file);
  useEffect(() => look(file), [look, file]);
  if (known === null) return null;
  return (
    <NumberField
      label={`Relevant from, in ${called}`}
      hint={aboutLabels(known.found, known.least)}
      min={-MOST_RELEVANCE}
      max={MOST_RELEVANCE}
      value={known.least}
      onChange={(value) => type(file, value)}
      onEmpty={() => type(file, null)}
    />
  );
}
