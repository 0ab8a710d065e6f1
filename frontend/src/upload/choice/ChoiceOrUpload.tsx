import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { UploadBox } from '@/upload/box/UploadBox';
import { useArrivalFocus } from '@/upload/box/useArrivalFocus';
import { SelectField } from '@/shared/ui/fields/SelectField';
import type { Option } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';

/** What there is, and which of it is chosen. */
export type ChoiceProps<Row> = Readonly<{
  rows: readonly Row[];
  value: string;
  onChoose: (name: string) => void;
}>;

type Props = ChoiceProps<Readonly<{ name: string }>> &
  Readonly<{
    heading: string;
    label: string;
    options: readonly Option[];
    /** The button that begins an upload. */
    another: string;
    /** Whether what came is said once it is chosen. */
    saysReport?: boolean;
    /** How files are read, above their box. */
    above?: ReactNode;
    box: Omit<ComponentProps<typeof UploadBox>, 'isOneThing' | 'taken' | 'onDone'>;
  }>;

/** One thing of those that there are, or one more by upload. */
export function ChoiceOrUpload(props: Props) {
  const { heading, label, rows, options, value, onChoose, another, above, box } = props;
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const [report, setReport] = useState('');
  function uploaded(name: string, found: string): void {
    onChoose(name);
    setReport(found);
    setUploads(false);
    expect();
  }
  function choose(name: string): void {
    onChoose(name);
    setReport('');
  }
  const isChoosing = rows.length > 0 && !uploads;
  const taken = rows.map(({ name }) => name);
  return (
    <section>
      <h3>{heading}</h3>
      {rows.length > 0 && (
        <SelectField ref={select} {...{ label, options, value }} onChange={choose} />
      )}
      {isChoosing && props.saysReport === true && report !== '' && (
        <p className={text.note}>Stored. {report}</p>
      )}
      {isChoosing && (
        <Button look="flush" onClick={() => setUploads(true)}>
          {another}
        </Button>
      )}
      {!isChoosing && above}
      {!isChoosing && <UploadBox {...box} isOneThing taken={taken} onDone={uploaded} />}
    </section>
  );
}
