import { useState } from 'react';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { UploadBox } from '@/upload/box/UploadBox';
import { asOptions, keyOf } from '@/upload/choice/commandOptions';
import { useSendLabels } from '@/upload/send/uploads';
import type { CollectionWithTopics } from '@/upload/send/uploads';
import { ThresholdField } from '@/upload/labels/ThresholdField';
import { useThresholds } from '@/upload/labels/useThresholds';

const COLUMNS = [3, 4, 5]; // MS MARCO's and TREC's, and prels of a sample

type Props = Readonly<{
  over: CollectionWithTopics;
  taken: readonly string[];
  onDone: (name: string) => void;
  onSending?: (isSending: boolean) => void;
}>;

/** Label files over one collection and topic set, each a label set, and what they call relevant. */
export function LabelFiles({ over, taken, onDone, onSending }: Props) {
  const thresholds = useThresholds(COLUMNS);
  const [isWhole, setIsWhole] = useState(false);
  const send = useSendLabels(over, thresholds.settled, isWhole);
  return (
    <>
      <CheckField
        label="Unlisted passages are not relevant"
        hint="For topics with every passage judged. Otherwise unlisted passages count as unjudged."
        checked={isWhole}
        onChange={setIsWhole}
      />
      <UploadBox
        key={keyOf(over)}
        what="label set"
        label="Label files"
        hint="TREC qrels, MS MARCO’s columns, or prels of a sample; gzipped or not, several at once."
        isMultiple
        taken={taken}
        aboutFile={(file, called) => (
          <ThresholdField file={file} called={called} thresholds={thresholds} />
        )}
        onReplaced={thresholds.carry}
        command={(name, names, files) =>
          `./dev manage import_labels ${names} --name ${name} ${asOptions(over)}` +
          ` --min-relevance ${files.map(thresholds.known).join('')}${isWhole ? ' --whole' : ''}`
        }
        send={send}
        onDone={onDone}
        onSending={onSending}
      />
    </>
  );
}
