import { useId, useState } from 'react';
import type { CampaignOverview } from '@/api/types';
import { ImportOptionFields } from '@/features/campaign/importing/ImportOptionFields';
import { useImport } from '@/features/campaign/importing/useImport';
import type { ImportOptions } from '@/upload/send/judgments';
import { cx } from '@/shared/styles/cx';
import { describeJudgments } from '@/features/campaign/importing/describeJudgments';
import type { Stage } from '@/features/campaign/importing/useImport';
import { formatShare } from '@/shared/format/numbers';
import { Bar } from '@/shared/ui/Bar';
import { Button } from '@/shared/ui/forms/Button';
import { BadLines } from '@/upload/box/BadLines';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import box from '@/upload/box/UploadBox.module.css';
import forms from '@/features/campaign/kit/forms.module.css';
import styles from '@/features/campaign/importing/importing.module.css';

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
  format: 'table',
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
          A table has the columns query_id, passage_id or doc_id, assessor and grade; gzipped or
          not.
        </p>
      </div>
      <ImportOptionFields options={options} onChange={change} />
      <ImportStage stage={stage} />
      <p>
        <Button type="submit" look="primary" disabled={cannotSend}>
          {isLooked ? 'Store them' : 'Look at them first'}
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
        Those that were recorded elsewhere. Of a file with a line that does not fit nothing is
        taken; importing the same file again adds nothing.
      </p>
      {judgesHere ? (
        <p>You judge here yourself: another organizer is to import judgments here.</p>
      ) : (
        <ImportForm campaignId={id} />
      )}
    </section>
  );
}
