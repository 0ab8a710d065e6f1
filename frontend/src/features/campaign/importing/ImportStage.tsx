import { describeJudgments } from '@/features/campaign/importing/describeJudgments';
import type { Stage } from '@/features/campaign/importing/useImport';
import { formatShare } from '@/shared/format';
import { Bar } from '@/shared/ui/Bar';
import { BadLines } from '@/upload/box/BadLines';
import text from '@/shared/styles/text.module.css';

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
export function ImportStage({ stage }: Readonly<{ stage: Stage }>) {
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
