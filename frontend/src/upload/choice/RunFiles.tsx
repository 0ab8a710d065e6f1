import { UploadBox } from '@/upload/box/UploadBox';
import { asOptions, keyOf } from '@/upload/choice/ground';
import type { Ground } from '@/upload/choice/ground';
import { useSendRun } from '@/upload/send/uploads';

type Props = Readonly<{
  ground: Ground;
  label: string;
  taken: readonly string[];
  onDone: (name: string) => void;
  onSending?: (isSending: boolean) => void;
}>;

/** Run files over one ground, each a run. */
export function RunFiles({ ground, label, taken, onDone, onSending }: Props) {
  const send = useSendRun(ground.collection, ground.topicSet);
  return (
    <UploadBox
      key={keyOf(ground)}
      what="run"
      label={label}
      hint="TREC’s six columns or MS MARCO’s three, gzipped or not; several at once."
      isMultiple
      taken={taken}
      command={(name, file) =>
        `./dev manage import_run ${file} --name ${name} ${asOptions(ground)}`
      }
      send={send}
      onDone={onDone}
      onSending={onSending}
    />
  );
}
