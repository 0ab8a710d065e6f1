import { useEffect, useState } from 'react';
import { isLabelFile } from '@/features/library/imports/isLabelFile';
import { MOST_RELEVANCE } from '@/shared/relevance';
import { NumberField } from '@/shared/ui/fields/NumberField';

type Props = Readonly<{
  file: File;
  called: string;
  /** What holds for it while it has none of its own. */
  least: number;
  value: number | null;
  onChange: (value: number | null) => void;
}>;

/** From where one label file is relevant, where that is not what is said of all. */
export function OwnThreshold({ file, called, least, value, onChange }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // What cannot be read here is told of when it is sent.
    void isLabelFile(file).then(setShown, () => setShown(false));
  }, [file]);
  if (!isShown) return null;
  return (
    <NumberField
      label={`Relevant from, in ${called}`}
      hint={`Empty: from ${least} up, or from its highest label where all are lower.`}
      min={-MOST_RELEVANCE}
      max={MOST_RELEVANCE}
      value={value}
      none=""
      onChange={onChange}
      onEmpty={() => onChange(null)}
    />
  );
}
