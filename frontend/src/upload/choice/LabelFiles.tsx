import { useState } from 'react';
import { UploadBox } from '@/upload/box/UploadBox';
import { asOptions, keyOf } from '@/upload/choice/ground';
import type { Ground } from '@/upload/choice/ground';
import { useSendLabels } from '@/upload/send/uploads';
import { MOST_RELEVANCE } from '@/shared/relevance';
import { NumberField } from '@/shared/ui/fields/NumberField';

type Props = Readonly<{
  ground: Ground;
  taken: readonly string[];
  onDone: (name: string) => void;
  onSending?: (isSending: boolean) => void;
}>;

/** Label files over one ground, each a label set, and what they call relevant. */
export function LabelFiles({ ground, taken, onDone, onSending }: Props) {
  const [least, setLeast] = useState(1);
  const send = useSendLabels(ground.collection, ground.topicSet, least);
  return (
    <>
      <NumberField
        label="Label files call relevant what is at least"
        hint="1 for most qrels; 2 for those of TREC’s Deep Learning tracks."
        min={-MOST_RELEVANCE}
        max={MOST_RELEVANCE}
        value={least}
        onChange={setLeast}
      />
      <UploadBox
        key={keyOf(ground)}
        what="label set"
        label="Label files"
        hint="TREC qrels or MS MARCO’s columns, gzipped or not; several at once."
        isMultiple
        taken={taken}
        command={(name, file) =>
          `./dev manage import_labels ${file} --name ${name} ${asOptions(ground)}` +
          ` --min-relevance ${least}`
        }
        send={send}
        onDone={onDone}
        onSending={onSending}
      />
    </>
  );
}
