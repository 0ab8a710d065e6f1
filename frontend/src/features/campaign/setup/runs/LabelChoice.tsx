import { useState } from 'react';
import { useLabels } from '@/api/labels';
import { useSendLabels } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { NumberField } from '@/shared/ui/fields/NumberField';
import text from '@/shared/styles/text.module.css';

const INT16 = 32_767;

type Props = Pick<StepProps, 'draft'>;

/** Labels that there are already: they break ties later, and are compared with the new ones. */
export function LabelChoice({ draft }: Props) {
  const { data: rows = [] } = useLabels();
  const [least, setLeast] = useState(1);
  const send = useSendLabels(draft.collection, draft.topicSet, least);
  const fitting = rows.filter(
    ({ collection, topic_set: topicSet }) =>
      collection === draft.collection && topicSet === draft.topicSet,
  );
  return (
    <section>
      <h3>Labels that there are</h3>
      <p className={text.soft}>
        {fitting.length === 0
          ? 'None yet. They need not be: the campaign makes labels.'
          : `${fitting.map(({ name }) => name).join(', ')}.`}{' '}
        Older labels can break ties between votes, and be compared and joined with the new ones.
      </p>
      <NumberField
        label="Label files call relevant what is at least"
        hint="1 for most qrels; 2 for those of TREC’s Deep Learning tracks."
        min={-INT16}
        max={INT16}
        value={least}
        onChange={setLeast}
      />
      <UploadBox
        key={`${draft.collection} ${draft.topicSet}`}
        what="label set"
        label="Label files"
        hint="TREC qrels or MS MARCO’s columns, gzipped or not; several at once."
        isMultiple
        taken={rows.map(({ name }) => name)}
        command={(name, file) =>
          `./dev manage import_labels ${file} --name ${name} --collection ${draft.collection}` +
          ` --topics ${draft.topicSet} --min-relevance ${least}`
        }
        send={send}
        onDone={() => undefined}
      />
    </section>
  );
}
