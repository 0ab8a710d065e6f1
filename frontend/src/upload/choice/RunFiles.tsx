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

const asKind = (kind: RunKind): string => (kind === 'unknown' ? '' : ` --kind ${kind}`);

/** Run files over one collection and topic set, each a run. Files have the common kind or their own. */
export function RunFiles({ over, label, taken, onDone, onSending }: Props) {
  const [common, setCommon] = useState<RunKind>('unknown');
  const [own, setOwn] = useState<ReadonlyMap<File, RunKind>>(new Map());
  const [keepsFirst, setKeepsFirst] = useState(false);
  const kindOf = (file: File): RunKind => own.get(file) ?? common;
  const setKindOf = (file: File, kind: RunKind | undefined): void =>
    setOwn((all) => (kind === undefined ? all : new Map(all).set(file, kind)));
  const send = useSendRun(over, kindOf, keepsFirst);
  return (
    <>
      <SelectField
        label="Kind of all runs"
        hint="Traditional: no neural network. Neural: no pretrained language model. Each file below can have its own, and it can be changed later."
        options={KIND_OPTIONS}
        value={common}
        onChange={setCommon}
      />
      <KeepFirst checked={keepsFirst} onChange={setKeepsFirst} />
      <UploadBox
        key={keyOf(over)}
        what="run"
        label={label}
        hint="TREC’s six columns or MS MARCO’s three, gzipped or not; several at once."
        isMultiple
        taken={taken}
        aboutFile={(file, called) => (
          <SelectField
            label={`Kind of ${called}`}
            options={KIND_OPTIONS}
            value={kindOf(file)}
            onChange={(kind) => setKindOf(file, kind)}
          />
        )}
        onReplaced={(before, now) => setKindOf(now, own.get(before))}
        command={(name, names, files) =>
          `./dev manage import_run ${names} --name ${name} ${asOptions(over)}` +
          `${files.map((file) => asKind(kindOf(file))).join('')}${asKeepFirst(keepsFirst)}`
        }
        send={send}
        onDone={onDone}
        onSending={onSending}
      />
    </>
  );
}
