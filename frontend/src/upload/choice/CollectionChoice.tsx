import { useState } from 'react';
import type { Collection } from '@/api/types';
import { UploadBox } from '@/upload/box/UploadBox';
import { useArrivalFocus } from '@/upload/box/useArrivalFocus';
import { useSendCollection } from '@/upload/send/uploads';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import { sizedOptions } from '@/shared/ui/fields/options';

type Props = Readonly<{
  label: string;
  rows: readonly Collection[];
  value: string;
  onChoose: (name: string) => void;
}>;

/** A collection that there is, or one more by upload. */
export function CollectionChoice({ label, rows, value, onChoose }: Props) {
  const send = useSendCollection();
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);

  function uploaded(name: string): void {
    onChoose(name);
    setUploads(false);
    expect();
  }

  return (
    <section>
      <h3>Collection</h3>
      {rows.length > 0 && (
        <SelectField
          ref={select}
          label={label}
          options={sizedOptions(rows, 'passage', ({ n_passages: n }) => n)}
          value={value}
          onChange={onChoose}
        />
      )}
      {rows.length > 0 && !uploads ? (
        <Button look="flush" onClick={() => setUploads(true)}>
          Upload another collection
        </Button>
      ) : (
        <UploadBox
          what="collection"
          label="Files of passages"
          hint="TSV (id, text), JSONL, TREC SGML or a tarball of HTML pages, gzipped or not."
          isOneThing
          isMultiple
          taken={rows.map(({ name }) => name)}
          command={(name, files) => `./dev manage import_collection ${name} ${files}`}
          send={send}
          onDone={uploaded}
        />
      )}
    </section>
  );
}
