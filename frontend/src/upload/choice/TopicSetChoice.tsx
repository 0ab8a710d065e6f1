import { useState } from 'react';
import type { NumberBy, TopicSet } from '@/api/types';
import { UploadBox } from '@/upload/box/UploadBox';
import { useArrivalFocus } from '@/upload/box/useArrivalFocus';
import { useSendTopics } from '@/upload/send/uploads';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import { sizedOptions } from '@/shared/ui/fields/options';
import text from '@/shared/styles/text.module.css';

const NUMBERINGS: readonly { value: NumberBy; label: string }[] = [
  { value: 'id', label: 'As in the file' },
  { value: 'position', label: 'Numbered from 1' },
  { value: 'index', label: 'Numbered from 0' },
];

type Props = Readonly<{
  rows: readonly TopicSet[];
  value: string;
  onChoose: (name: string) => void;
}>;

/** A topic set that there is, or one more by upload. */
export function TopicSetChoice({ rows, value, onChoose }: Props) {
  const [select, expect] = useArrivalFocus<HTMLSelectElement>();
  const [uploads, setUploads] = useState(false);
  const [report, setReport] = useState('');
  const [numberBy, setNumberBy] = useState<NumberBy>('id');
  const [skipBad, setSkipBad] = useState(false);
  const send = useSendTopics(numberBy, skipBad);

  function uploaded(name: string, found: string): void {
    onChoose(name);
    setReport(found);
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
          options={sizedOptions(rows, 'topic', ({ n_topics: n }) => n, 'Choose a topic set')}
          value={value}
          onChange={(name) => {
            onChoose(name);
            setReport('');
          }}
        />
      )}
      {rows.length > 0 && !uploads ? (
        <>
          {report !== '' && <p className={text.note}>Stored. {report}</p>}
          <Button look="flush" onClick={() => setUploads(true)}>
            Upload other topics
          </Button>
        </>
      ) : (
        <>
          <SelectField
            label="Query ids"
            hint="Numbers are for files without ids, and for labels that count topics by their order in the file, as Cranfield’s do."
            options={NUMBERINGS}
            value={numberBy}
            onChange={setNumberBy}
          />
          <CheckField
            label="Leave out topics that cannot be read"
            hint="Such as one with an empty query, or an id given before. They are listed."
            checked={skipBad}
            onChange={setSkipBad}
          />
          <UploadBox
            what="topic set"
            label="File of topics"
            hint="TSV (id, query), TREC topics, XML, JSONL, number:query or questions with answers, gzipped or not."
            isOneThing
            taken={rows.map(({ name }) => name)}
            command={(name, files) =>
              `./dev manage import_topics ${name} ${files}` +
              `${numberBy === 'id' ? '' : ` --number-by ${numberBy}`}${skipBad ? ' --skip-bad' : ''}`
            }
            send={send}
            onDone={uploaded}
          />
        </>
      )}
    </section>
  );
}
