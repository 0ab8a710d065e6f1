import { useState } from 'react';
import type { Collection } from '@/api/types';
import { useSendCollection } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import { useArrivalFocus } from '@/features/campaign/setup/upload/useArrivalFocus';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';
import { SelectField } from '@/shared/ui/fields/SelectField';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly Collection[] }>;

/** Other runs belong to another collection. */
export function CollectionChoice({ rows, draft, change }: Props) {
  const send = useSendCollection();
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const choose = (collection: string): void => change({ collection, runs: [] });
  const options = [
    { value: '', label: 'Choose one' },
    ...rows.map(({ name, n_passages: n }) => ({
      value: name,
      label: `${name} (${counted(n, 'passage')})`,
    })),
  ];

  function uploaded(name: string): void {
    choose(name);
    setUploads(false);
    expect();
  }

  return (
    <section>
      <h3>Collection</h3>
      {rows.length > 0 && (
        <SelectField
          ref={select}
          label="The passages to judge"
          options={options}
          value={draft.collection}
          onChange={choose}
        />
      )}
      {rows.length > 0 && !uploads ? (
        <button type="button" className={buttons.flush} onClick={() => setUploads(true)}>
          Upload another collection
        </button>
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
