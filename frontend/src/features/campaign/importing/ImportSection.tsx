import { useId, useState } from 'react';
import type { BadLine, CampaignOverview, JudgmentsReport } from '@/api/types';
import { useChange } from '@/features/campaign/api/change';
import { describeJudgments } from '@/features/campaign/importing/describeJudgments';
import { formatShare } from '@/shared/format/numbers';
import { asApiError, isPassing } from '@/shared/requests/errors';
import { cx } from '@/shared/styles/cx';
import { Bar } from '@/shared/ui/Bar';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import { BadLines } from '@/upload/box/BadLines';
import { KINDS, sendJudgments } from '@/upload/send/judgments';
import type { ImportOptions } from '@/upload/send/judgments';
import { FileRejected } from '@/upload/send/upload';
import styles from '@/features/campaign/importing/importing.module.css';
import forms from '@/features/campaign/kit/forms.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import box from '@/upload/box/UploadBox.module.css';

type Props = Readonly<{
  options: ImportOptions;
  onChange: (part: Partial<ImportOptions>) => void;
}>;

/** What a file does not say of itself. */
function ImportOptionFields({ options, onChange }: Props) {
  return (
    <>
      <SelectField
        label="Who judged"
        hint="If the file does not say so."
        options={KINDS}
        value={options.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <details className={parts.fold}>
        <summary>More about the files</summary>
        <div className={forms.stack}>
          <TextField
            label="Name of the assessor"
            hint="If the table has no column for it."
            value={options.assessor}
            onChange={(assessor) => onChange({ assessor })}
          />
          <TextField
            label="Names of its columns"
            hint="If they differ from ours: query_id=topic,passage_id=doc"
            value={options.columns}
            onChange={(columns) => onChange({ columns })}
          />
          <CheckField
            label="Add pairs that the pool lacks"
            hint="Like --extend-pool of the command. Otherwise such a row makes the whole file fail."
            checked={options.extend_pool}
            onChange={(extends_) => onChange({ extend_pool: extends_ })}
          />
          <CheckField
            label="Also add pairs whose passage has no text"
            hint="Like --keep-textless of the command."
            checked={options.keep_textless}
            disabled={!options.extend_pool}
            onChange={(keeps) => onChange({ keep_textless: keeps })}
          />
        </div>
      </details>
    </>
  );
}

type Refusal = Readonly<{
  reason: string;
  /** Whose lines are bad; '' where none are listed. */
  file: string;
  /** All that came together. */
  files: readonly string[];
  badLines: readonly BadLine[];
  nBadLines: number;
  canRetry: boolean;
}>;

/** Where an import stands: nothing sent, on its way, looked at, stored, or refused. */
type Stage =
  | Readonly<{ state: 'chosen' }>
  | Readonly<{ state: 'sending'; share: number }>
  | Readonly<{ state: 'looked' | 'stored'; report: JudgmentsReport }>
  | Readonly<{ state: 'refused'; refusal: Refusal }>;

function refusalOf(error: unknown, sent: readonly File[]): Refusal {
  const found = asApiError(error);
  const { file, badLines, nBadLines } =
    error instanceof FileRejected ? error : { file: '', badLines: [], nBadLines: 0 };
  return {
    // The list's own sentence ends it.
    reason: found.detail.replace(/\.$/, ''),
    files: sent.map(({ name }) => name),
    ...{ file, badLines, nBadLines, canRetry: isPassing(found) },
  };
}

type Sent = Readonly<{ files: readonly File[]; options: ImportOptions; onlyLooks: boolean }>;

/** Sends files first to be looked at, and then to be stored. */
function useImport(campaignId: number) {
  const [stage, setStage] = useState<Stage>({ state: 'chosen' });
  const { mutateAsync } = useChange(campaignId, ({ files, options, onlyLooks }: Sent) =>
    sendJudgments(campaignId, files, options, onlyLooks, (share) =>
      setStage({ state: 'sending', share }),
    ),
  );
  async function send(sent: Sent): Promise<void> {
    setStage({ state: 'sending', share: 0 });
    try {
      const report = await mutateAsync(sent);
      setStage({ state: sent.onlyLooks ? 'looked' : 'stored', report });
    } catch (error) {
      setStage({ state: 'refused', refusal: refusalOf(error, sent.files) });
    }
  }
  return { stage, send, begin: () => setStage({ state: 'chosen' }) };
}

function Sending({ share }: Readonly<{ share: number }>) {
  const status = share < 1 ? `${formatShare(share)} sent` : 'Sent. The lines are being checked…';
  return (
    <>
      <Bar value={share} max={1} label={status} />
      <p className={text.note}>{status}</p>
    </>
  );
}

/** What came of the files so far. */
function ImportStage({ stage }: Readonly<{ stage: Stage }>) {
  if (stage.state === 'sending') return <Sending share={stage.share} />;
  return (
    <div role="status">
      {stage.state === 'looked' && (
        <p>Nothing is stored yet. It would be {describeJudgments(stage.report)}</p>
      )}
      {stage.state === 'stored' && <p>Stored. {describeJudgments(stage.report)}</p>}
      {stage.state === 'refused' && <BadLines {...stage.refusal} />}
    </div>
  );
}

const USUAL: ImportOptions = {
  kind: 'human',
  assessor: '',
  columns: '',
  extend_pool: false,
  keep_textless: false,
};

function ImportForm({ campaignId }: Readonly<{ campaignId: number }>) {
  const id = useId();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [options, setOptions] = useState(USUAL);
  const { stage, send, begin } = useImport(campaignId);
  const isLooked = stage.state === 'looked';
  const cannotSend = files.length === 0 || stage.state === 'sending' || stage.state === 'stored';

  function change(part: Partial<ImportOptions>): void {
    setOptions({ ...options, ...part });
    begin();
  }

  return (
    <Form
      className={cx(forms.stack, styles.form)}
      onSubmit={() => void send({ files, options, onlyLooks: !isLooked })}
      aria-labelledby="import-judgments"
    >
      <div className={box.upload}>
        <label htmlFor={id}>Files of judgments</label>
        <input
          id={id}
          type="file"
          multiple
          aria-describedby={`${id}-hint`}
          disabled={stage.state === 'sending'}
          onChange={(event) => {
            setFiles([...(event.target.files ?? [])]);
            begin();
          }}
        />
        <p id={`${id}-hint`} className={text.note}>
          Tables with the columns query_id, passage_id or doc_id, assessor and grade: TSV, CSV or
          JSONL, gzipped or not.
        </p>
      </div>
      <ImportOptionFields options={options} onChange={change} />
      <ImportStage stage={stage} />
      <p>
        <Button type="submit" look="primary" disabled={cannotSend}>
          {isLooked ? 'Store them' : 'Preview'}
        </Button>
      </p>
    </Form>
  );
}

/** Judgments that were recorded elsewhere, taken into a campaign: looked at first, then all or none. */
export function ImportSection({ campaign }: Readonly<{ campaign: CampaignOverview }>) {
  const { id, state, judges_here: judgesHere } = campaign;
  if (state === 'archived') return null;
  return (
    <section aria-labelledby="import-judgments">
      <h2 id="import-judgments">Import judgments</h2>
      <p className={text.soft}>
        Judgments recorded elsewhere. A file with a bad line is refused as a whole; importing the
        same file again adds nothing.
      </p>
      {judgesHere ? (
        <p>You judge in this campaign, so another organizer must import judgments.</p>
      ) : (
        <ImportForm campaignId={id} />
      )}
    </section>
  );
}
