import { useState } from 'react';
import { KIND_OPTIONS } from '@/shared/evaluation/runKinds';
import type { RunKind } from '@/shared/evaluation/runKinds';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { UploadBox } from '@/upload/box/UploadBox';
import { asOptions, keyOf } from '@/upload/choice/commandOptions';
import { useSendRun } from '@/upload/send/uploads';
import type { CollectionWithTopics } from '@/upload/send/uploads';
import { CheckField } from '@/shared/ui/fields/CheckField';

type KeepFirstProps = Readonly<{ checked: boolean; onChange: (checked: boolean) => void }>;

/** What the command takes for the same. */
export const asKeepFirst = (keepsFirst: boolean): string => (keepsFirst ? ' --keep-first' : '');

/** Whether runs are read that list a passage twice in a topic. */
export function KeepFirst(props: KeepFirstProps) {
  return (
    <CheckField
      label="Runs may list a passage twice in a topic"
      hint="The line that stands first counts. Otherwise the run is rejected."
      {...props}
    />
  );
}

type Props = Readonly<{
  over: CollectionWithTopics;
  label: string;
  taken: readonly string[];
  onDone: (name: string) => void;
  onSending?: (isSending: boolean) => void;
}>;

/** Run files over one collection and topic set, each a run. */
export function RunFiles({ over, label, taken, onDone, onSending }: Props) {
  const [kind, setKind] = useState<RunKind>('unknown');
  const [keepsFirst, setKeepsFirst] = useState(false);
  const send = useSendRun(over, kind, keepsFirst);
  const asKind = kind === 'unknown' ? '' : ` --kind ${kind}`;
  return (
    <>
      <SelectField
        label="Kind of these runs"
        hint="Traditional: no neural network. Neural: no pretrained language model. It can be said later, too."
        options={KIND_OPTIONS}
        value={kind}
        onChange={setKind}
      />
      <KeepFirst checked={keepsFirst} onChange={setKeepsFirst} />
      <UploadBox
        key={keyOf(over)}
        what="run"
        label={label}
        hint="TREC’s six columns or MS MARCO’s three, gzipped or not; several at once."
        isMultiple
        taken={taken}
        command={(name, file) =>
          `./dev manage import_run ${file} --name ${name} ${asOptions(over)}${asKind}${asKeepFirst(keepsFirst)}`
        }
        send={send}
        onDone={onDone}
        onSending={onSending}
      />
    </>
  );
}
