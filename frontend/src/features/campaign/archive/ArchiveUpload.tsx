import { useId, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keyOf } from '@/api/keyOf';
import { describeArchive } from '@/features/campaign/archive/describeArchive';
import { formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Bar } from '@/shared/ui/Bar';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { sendArchive } from '@/upload/send/archive';
import type { ArchiveOptions } from '@/upload/send/archive';
import forms from '@/features/campaign/kit/forms.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import box from '@/upload/box/UploadBox.module.css';

const USUAL: ArchiveOptions = { name: '', collection: '', new_collection: '' };

/** Sends one archive, and lists the campaigns again once it is stored. */
function useArchiveImport() {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: ({ file, options }: Readonly<{ file: File; options: ArchiveOptions }>) =>
      sendArchive(file, options, setShare),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('/api/campaigns') }),
  });
  return { share, mutate, data, error, isPending, reset };
}

function Sending({ share }: Readonly<{ share: number }>) {
  const status = share < 1 ? `${formatShare(share)} sent` : 'Sent. The archive is being checked…';
  return (
    <>
      <Bar value={share} max={1} label={status} />
      <p className={text.note}>{status}</p>
    </>
  );
}

type FieldsProps = Readonly<{
  options: ArchiveOptions;
  onChange: (part: Partial<ArchiveOptions>) => void;
}>;

function NameFields({ options, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        label="Name of the campaign"
        hint="If empty, its old name."
        isVerbatim
        value={options.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Use a collection that is here"
        hint="It must have every passage that the archive refers to, with the same texts. If empty, a new collection is made."
        isVerbatim
        value={options.collection}
        onChange={(collection) => onChange({ collection })}
      />
      {options.collection === '' && (
        <TextField
          label="Name of the new collection"
          hint="If empty, its old name."
          isVerbatim
          value={options.new_collection}
          onChange={(newCollection) => onChange({ new_collection: newCollection })}
        />
      )}
    </>
  );
}

/** A finished campaign of another installation, taken in as its archive. */
export function ArchiveUpload() {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState(USUAL);
  const { share, mutate, data, error, isPending, reset } = useArchiveImport();
  return (
    <details className={parts.fold}>
      <summary>
        <h2>From an archive</h2>
      </summary>
      <p className={text.soft}>
        Imports the archive of a finished campaign as a closed campaign: all of it or nothing.
      </p>
      <Form
        className={forms.stack}
        onSubmit={() => file !== null && mutate({ file, options })}
        aria-label="From an archive"
      >
        <div className={box.upload}>
          <label htmlFor={id}>Archive</label>
          <input
            id={id}
            type="file"
            accept=".zip"
            disabled={isPending}
            onChange={(event) => {
              setFile(event.target.files?.[0] ?? null);
              reset();
            }}
          />
        </div>
        <NameFields
          options={options}
          onChange={(part) => {
            setOptions({ ...options, ...part });
            reset();
          }}
        />
        {isPending && <Sending share={share} />}
        <ErrorMessage error={error} />
        {data !== undefined && (
          <p role="status">
            <Link to={`/campaigns/${data.campaign_id}`}>{data.name}</Link> is here.{' '}
            {describeArchive(data)}
          </p>
        )}
        <p>
          <Button
            type="submit"
            look="primary"
            disabled={file === null || isPending || data !== undefined}
          >
            Import it
          </Button>
        </p>
      </Form>
    </details>
  );
}
