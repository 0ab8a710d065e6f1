import { useState } from 'react';
import type { TopicSet } from '@/api/types';
import { UploadBox } from '@/upload/box/UploadBox';
import { useArrivalFocus } from '@/upload/box/useArrivalFocus';
import { useSendTopics } from '@/upload/send/uploads';
import { counted } from '@/shared/format';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{
  rows: readonly TopicSet[];
  value: string;
  onChoose: (name: string) => void;
}>;

/** A topic set that there is, or one more by upload. */
export function TopicSetChoice({ rows, value, onChoose }: Props) {
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const [byPosition, setByPosition] = useState(false);
  const send = useSendTopics(byPosition ? 'position' : 'id');
  const options = [
    { value: '', label: 'Choose a topic set' },
    ...rows.map(({ name, n_topics: n }) => ({
      value: name,
      label: `${name} (${counted(n, 'topic')})`,
    })),
  ];

  function uploaded(name: string): void {
    onChoose(name);
    setUploads(false);
    expect();
  }

  return (
    <section>
      <h3>Topics</h3>
      {rows.length > 0 && (
        <SelectField
          ref={select}
          label="What was searched for"
          options={options}
          value={value}
          onChange={onChoose}
        />
      )}
      {rows.length > 0 && !uploads ? (
        <button type="button" className={buttons.flush} onClick={() => setUploads(true)}>
          Upload other topics
        </button>
      ) : (
        <>
          <UploadBox
            what="topic set"
            label="File of topics"
            hint="TSV (id, query), TREC topics, XML or JSONL, gzipped or not."
            isOneThing
            taken={rows.map(({ name }) => name)}
            command={(name, files) => `./dev manage import_topics ${name} ${files}`}
            send={send}
            onDone={uploaded}
          />
          <CheckField
            label="Number the topics from 1"
            hint="For labels that count topics by their order in the file, as Cranfield’s do."
            checked={byPosition}
            onChange={setByPosition}
          />
        </>
      )}
    </section>
  );
}
