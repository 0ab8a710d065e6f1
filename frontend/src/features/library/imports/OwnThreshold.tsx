import { useEffect, useState } from 'react';
import { isLabelFile } from '@/features/library/imports/isLabelFile';
import { TextField } from '@/shared/ui/fields/TextField';

type Props = Readonly<{
  file: File;
  called: string;
  value: string;
  onChange: (value: string) => void;
}>;

/** From where one label file is relevant, where that is not what is said of all. */
export function OwnThreshold({ file, called, value, onChange }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // What cannot be read here is told of when it is sent.
    void isLabelFile(file).then(setShown, () => setShown(false));
  }, [file]);
  if (!isShown) return null;
  return (
    <TextField
      label={`Relevant from, in ${called}`}
      hint="Empty: as above."
      inputMode="numeric"
      value={value}
      onChange={onChange}
    />
  );
}
