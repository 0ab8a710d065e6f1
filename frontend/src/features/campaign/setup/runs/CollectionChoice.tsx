import { useState } from 'react';
import type { Collection } from '@/api/types';
import { useSendCollection } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import { useArrivalFocus } from '@/features/campaign/setup/upload/useArrivalFocus';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly Collection[] }>;

/** Other runs belong to another collection. */
export function CollectionChoice({ rows, draft, change }: Props) {
  const send = useSendCollection();
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const choose = (collection: string): void => change({ collection, runs: [] });

  function uploaded(name: string): void {
    choose(name);
    setUploads(false);
    expect();
  }

  return (
    <section>
      <h3>Collection</h3>
      {rows.length > 0 && (
        <label className="field">
          <span>The passages to judge</span>
          <select
            ref={select}
            value={draft.collection}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Choose one</option>
            {rows.map(({ name, n_passages: n }) => (
              <option key={name} value={name}>
                {name} ({counted(n, 'passage')})
              </option>
            ))}
          </select>
        </label>
      )}
      {rows.length > 0 && !uploads ? (
        <button type="button" className="plain" onClick={() => setUploads(true)}>
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
