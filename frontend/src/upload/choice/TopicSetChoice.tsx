import { useState } from 'react';
import type { NumberBy, TopicSet } from '@/api/types';
import { ChoiceOrUpload } from '@/upload/choice/ChoiceOrUpload';
import type { ChoiceProps } from '@/upload/choice/ChoiceOrUpload';
import { useSendTopics } from '@/upload/send/uploads';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { sizedOptions } from '@/shared/ui/fields/options';

const NUMBERINGS: readonly { value: NumberBy; label: string }[] = [
  { value: 'id', label: 'As in the file' },
  { value: 'position', label: 'Numbered from 1' },
  { value: 'index', label: 'Numbered from 0' },
];

/** A topic set that there is, or one more by upload. */
export function TopicSetChoice(props: ChoiceProps<TopicSet>) {
  const [numberBy, setNumberBy] = useState<NumberBy>('id');
  const [skipBad, setSkipBad] = useState(false);
  const send = useSendTopics(numberBy, skipBad);
  const asNumbered = numberBy === 'id' ? '' : ` --number-by ${numberBy}`;
  return (
    <ChoiceOrUpload
      {...props}
      heading="Topics"
      label="What was searched for"
      options={sizedOptions(props.rows, 'topic', ({ n_topics: n }) => n, 'Choose a topic set')}
      another="Upload other topics"
      saysReport
      above={
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
        </>
      }
      box={{
        what: 'topic set',
        label: 'File of topics',
        hint: 'TSV (id, query), TREC topics, XML, JSONL, number:query or questions with answers, gzipped or not.',
        command: (name, files) =>
          `./dev manage import_topics ${name} ${files}${asNumbered}${skipBad ? ' --skip-bad' : ''}`,
        send,
      }}
    />
  );
}
