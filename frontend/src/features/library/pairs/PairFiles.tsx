import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PairFile } from '@/api/types';
import { useRunsAnew } from '@/features/library/api/runs';
import { addressOf } from '@/shared/routing/address';
import { FileRejected, upload } from '@/upload/send/upload';
import { BadLines } from '@/upload/box/BadLines';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/pairs/pairs.module.css';

type Props = Readonly<{ run: string }>;

/** The pair scores as a file that any program reads. */
export const PairsDownload = ({ run }: Props) => (
  <p>
    <a href={`/api/runs/pairs/scores?${addressOf({ run })}`} download>
      Download the pair scores
    </a>
  </p>
);

function Rejected({ error }: Readonly<{ error: Error }>) {
  if (!(error instanceof FileRejected) || error.badLines.length < 2)
    return <ErrorMessage error={error} />;
  const { file, badLines, nBadLines, detail } = error;
  return <BadLines reason={detail} {...{ file, badLines, nBadLines }} canRetry={false} />;
}

/** Gives a run the pair scores of a file. */
function useSendPairs(run: string) {
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append('run', run);
      form.append('file', file);
      return upload<PairFile>('/api/runs/pairs', form, () => {});
    },
    onSuccess: useRunsAnew(),
  });
}

/** Takes pair scores that were computed elsewhere. */
export function PairUpload({ run }: Props) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, error, reset } = useSendPairs(run);

  function submit(): void {
    if (file !== null) mutate(file);
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <div>
        <label htmlFor={id}>File of pair scores</label>
        <input
          id={id}
          type="file"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            reset();
            setFile(target.files?.[0] ?? null);
          }}
        />
        <p id={`${id}-hint`} className={text.note}>
          Tabs between query_id, doc_id_i, doc_id_j and probability, gzipped or not; each pair of
          passages of a topic in both orders.
        </p>
      </div>
      {error !== null && <Rejected error={error} />}
      <p className={buttons.actions}>
        <Button type="submit" look="primary" disabled={file === null || isPending}>
          Upload
        </Button>
      </p>
    </Form>
  );
}
