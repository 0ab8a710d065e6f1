import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignOverview, GuidelineDraft, GuidelineVersion } from '@/api/types';
import { discardDraft, useSettleDraft } from '@/features/campaign/api/draft';
import { ExamplesEditor } from '@/features/campaign/guideline/ExamplesEditor';
import { GuidelineHistory } from '@/features/campaign/guideline/GuidelineHistory';
import { MarkdownEditor } from '@/features/campaign/guideline/MarkdownEditor';
import { PublishDialog } from '@/features/campaign/guideline/PublishDialog';
import type { Draft, Saving, Text } from '@/features/campaign/guideline/draft';
import { whyNotYet } from '@/features/campaign/guideline/exampleGaps';
import { isSameText } from '@/features/campaign/guideline/isSameText';
import { lineDiff } from '@/features/campaign/guideline/lineDiff';
import { useDraft } from '@/features/campaign/guideline/useDraft';
import type { Drafting } from '@/features/campaign/guideline/useDraft';
import { sentence } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import guidelineChanges from '@/features/campaign/guideline/GuidelineChanges.module.css';
import styles from '@/features/campaign/guideline/draft.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import parts from '@/shared/styles/parts.module.css';
import textStyles from '@/shared/styles/text.module.css';

type DiscardDialogProps = Readonly<{
  campaignId: number;
  draft: Draft;
  inForce: GuidelineVersion | null;
  onClose: () => void;
}>;

function DiscardDialog({ campaignId, draft, inForce, onClose }: DiscardDialogProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => discardDraft(campaignId, await draft.asRead()),
    onSuccess: () => {
      draft.settle('', inForce ?? { body: '', examples: [] });
      onClose();
    },
    onError: draft.recheck,
  });
  return (
    <ConfirmDialog
      title="Discard the draft?"
      verb="Discard it"
      isPending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Your changes since {inForce === null ? 'the beginning' : `version ${inForce.version}`} are
        lost permanently. Published versions stay.
      </p>
    </ConfirmDialog>
  );
}

const SAVING: Readonly<Record<Saving, string>> = {
  none: 'No draft yet. Your changes are saved as one.',
  saved: 'Draft saved.',
  waiting: 'Saving the draft…',
};

const describeSaving = ({ saving, error }: Drafting): string =>
  error !== null && saving === 'waiting' ? `Not saved yet: ${error.detail}` : SAVING[saving];

function hasNews({ text, saving }: Drafting, inForce: GuidelineVersion | null): boolean {
  if (saving === 'waiting' || text.body.trim() === '') return false;
  return inForce === null || !isSameText(text, inForce);
}

type DraftBarProps = Readonly<{
  campaignId: number;
  drafting: Drafting;
  inForce: GuidelineVersion | null;
  onPublish: () => void;
}>;

/** Which version is in force, whether the draft is safe, and what may be done with it. */
export function DraftBar({ campaignId, drafting, inForce, onPublish }: DraftBarProps) {
  const [asks, setAsks] = useState(false);
  const version = inForce?.version ?? 0;
  const gap = whyNotYet(drafting.text.examples);
  return (
    <div className={styles.bar}>
      <p>
        {version === 0 ? 'Nothing is published yet.' : `Version ${version} is in force.`}{' '}
        <span role="status" className={textStyles.soft}>
          {describeSaving(drafting)}
        </span>
      </p>
      {gap !== '' && <p role="status">{gap}</p>}
      <p className={buttons.actions}>
        <Button
          look="primary"
          disabled={gap !== '' || !hasNews(drafting, inForce)}
          onClick={onPublish}
        >
          Publish version {version + 1}…
        </Button>
        {drafting.saving !== 'none' && (
          <Button onClick={() => setAsks(true)}>Discard the draft…</Button>
        )}
      </p>
      {asks && (
        <DiscardDialog
          campaignId={campaignId}
          draft={drafting.draft}
          inForce={inForce}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}

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
          Overwrite it with this one
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
