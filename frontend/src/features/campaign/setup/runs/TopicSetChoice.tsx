import { useState } from 'react';
import type { TopicSet } from '@/api/types';
import { useSendTopics } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import { useArrivalFocus } from '@/features/campaign/setup/upload/useArrivalFocus';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly TopicSet[] }>;

export function TopicSetChoice({ rows, draft, change }: Props) {
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const [byPosition, setByPosition] = useState(false);
  const send = useSendTopics(byPosition ? 'position' : 'id');
  const choose = (topicSet: string): void => change({ topicSet, runs: [], sample: null });

  function uploaded(name: string): void {
    choose(name);
    setUploads(false);
    expect();
  }

  return (
    <section>
      <h3>Topics</h3>
      {rows.length > 0 && (
        <label className="field">
          <span>What was searched for</span>
          <select
            ref={select}
            value={draft.topicSet}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">Choose a topic set</option>
            {rows.map(({ name, n_topics: n }) => (
              <option key={name} value={name}>
                {name} ({counted(n, 'topic')})
              </option>
            ))}
          </select>
        </label>
      )}
      {rows.length > 0 && !uploads ? (
        <button type="button" className="plain" onClick={() => setUploads(true)}>
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
          <label className="choice">
            <input
              type="checkbox"
              checked={byPosition}
              onChange={(event) => setByPosition(event.target.checked)}
            />
            <span>
              Number the topics from 1
              <small>
                For labels that count topics by their place in the file, as Cranfield’s do.
              </small>
            </span>
          </label>
        </>
      )}
    </section>
  );
}
