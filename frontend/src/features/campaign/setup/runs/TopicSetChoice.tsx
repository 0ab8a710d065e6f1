import { useState } from 'react';
import type { TopicSet } from '@/api/types';
import { useSendTopics } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import { useArrivalFocus } from '@/features/campaign/setup/upload/useArrivalFocus';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { CheckField } from '@/shared/ui/fields/CheckField';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly TopicSet[] }>;

export function TopicSetChoice({ rows, draft, change }: Props) {
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const [byPosition, setByPosition] = useState(false);
  const send = useSendTopics(byPosition ? 'position' : 'id');
  const choose = (topicSet: string): void =>
    change({ topicSet, runs: [], sample: null, withoutLabels: [] });
  const options = [
    { value: '', label: 'Choose a topic set' },
    ...rows.map(({ name, n_topics: n }) => ({
      value: name,
      label: `${name} (${counted(n, 'topic')})`,
    })),
  ];

  function uploaded(name: string): void {
    choose(name);
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
          value={draft.topicSet}
          onChange={choose}
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
