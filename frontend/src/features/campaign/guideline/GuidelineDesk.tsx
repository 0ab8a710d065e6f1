import { useState } from 'react';
import type { CampaignOverview, GuidelineDraft, GuidelineVersion } from '@/api/types';
import { DraftBar } from '@/features/campaign/guideline/DraftBar';
import { ExamplesEditor } from '@/features/campaign/guideline/ExamplesEditor';
import { GuidelineHistory } from '@/features/campaign/guideline/GuidelineHistory';
import { MarkdownEditor } from '@/features/campaign/guideline/MarkdownEditor';
import { PublishDialog } from '@/features/campaign/guideline/PublishDialog';
import { useDraft } from '@/features/campaign/guideline/useDraft';
import { useSettleDraft } from '@/features/campaign/api/draft';
import type { Drafting } from '@/features/campaign/guideline/useDraft';
import { sentence } from '@/shared/requests/errors';
import type { Text } from '@/features/campaign/guideline/draft';
import { isSameText } from '@/features/campaign/guideline/isSameText';
import { lineDiff } from '@/features/campaign/guideline/lineDiff';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/guideline/draft.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import guidelineChanges from '@/features/campaign/guideline/GuidelineChanges.module.css';

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** What is different from the version in force, line by line. */
function GuidelineChanges({ before, after }: Readonly<{ before: GuidelineVersion; after: Text }>) {
  if (isSameText(before, after)) return null;
  const isOtherBody = before.body !== after.body;
  const isOtherExamples = !isSameText({ ...before, body: after.body }, after);
  return (
    <details className={parts.fold}>
      <summary>Changes since version {before.version}</summary>
      {isOtherBody && (
        <pre className={guidelineChanges.diff}>
          {lineDiff(before.body, after.body).map(({ kind, text }, at) => {
            const Tag = TAGS[kind];
            return <Tag key={at}>{`${text}\n`}</Tag>;
          })}
        </pre>
      )}
      {isOtherExamples && <p>The examples are different.</p>}
    </details>
  );
}

type DraftConflictProps = Readonly<{ campaignId: number; drafting: Drafting }>;

/** Two windows wrote at once: neither is lost before somebody has chosen. */
function DraftConflict({ campaignId, drafting: { draft, error } }: DraftConflictProps) {
  const choose = useSettleDraft(campaignId, async (mine, theirs) => {
    if (mine) await draft.overwrite(theirs.fingerprint);
    else draft.settle(theirs.fingerprint, theirs);
  });
  if (error?.code !== 'draft_changed') return null;
  return (
    <div className={styles.conflict} role="alert">
      <p>{error.detail}</p>
      {choose.error !== null && <p>{sentence(choose.error)}</p>}
      <p className={buttons.actions}>
        <Button look="second" onClick={() => choose.mutate(true)}>
          Save this one over it
        </Button>
        <Button look="second" onClick={() => choose.mutate(false)}>
          Show the other one
        </Button>
      </p>
    </div>
  );
}

type Props = Readonly<{
  campaign: CampaignOverview;
  initial: GuidelineDraft;
  versions: readonly GuidelineVersion[];
}>;

/** Where the next version is written, beside what assessors will see. */
export function GuidelineDesk({ campaign, initial, versions }: Props) {
  const drafting = useDraft(campaign.id, initial);
  const [asks, setAsks] = useState(false);
  const { text, draft } = drafting;
  const inForce = versions[0] ?? null;
  return (
    <section aria-labelledby="guideline">
      <h2 id="guideline" className={styles.first}>
        Guideline
      </h2>
      <DraftBar
        campaignId={campaign.id}
        drafting={drafting}
        inForce={inForce}
        onPublish={() => setAsks(true)}
      />
      <DraftConflict campaignId={campaign.id} drafting={drafting} />
      <MarkdownEditor
        what="guideline"
        label="Text"
        value={text.body}
        onChange={(body) => draft.write({ body })}
      />
      <ExamplesEditor
        campaignId={campaign.id}
        examples={text.examples}
        scale={campaign.scale}
        onChange={(examples) => draft.write({ examples })}
      />
      {inForce !== null && <GuidelineChanges before={inForce} after={text} />}
      {versions.length > 0 && (
        <GuidelineHistory
          campaignId={campaign.id}
          versions={versions}
          onTake={({ body, examples }) => draft.write({ body, examples })}
        />
      )}
      {asks && (
        <PublishDialog
          campaign={campaign}
          draft={draft}
          version={(inForce?.version ?? 0) + 1}
          onDone={(published) => {
            draft.settle('', published);
            setAsks(false);
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}
