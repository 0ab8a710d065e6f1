import type { CampaignOverview, GuidelineVersion } from '@/api/types';
import { post } from '@/api/calls';
import { useChange } from '@/features/campaign/api/change';
import type { Draft } from '@/features/campaign/guideline/draft';
import { counted } from '@/shared/format/numbers';
import { ConfirmDialog } from '@/shared/ui/forms/ConfirmDialog';
import textStyles from '@/shared/styles/text.module.css';

const AT_ONCE =
  'Assessors see the changes before their next passage, and judge by the new version from then on.';

const WHEN_SEEN: Readonly<Partial<Record<CampaignOverview['state'], string>>> = {
  pilot: AT_ONCE,
  open: AT_ONCE,
  closed: 'The campaign has ended; assessors see it when they review their judgments.',
};

type Props = Readonly<{
  campaign: CampaignOverview;
  draft: Draft;
  version: number;
  onDone: (published: GuidelineVersion) => void;
  onClose: () => void;
}>;

export function PublishDialog({ campaign, draft, version, onDone, onClose }: Props) {
  const { id, state } = campaign;
  const { text } = draft.read();
  const { mutate, error, isPending } = useChange(
    id,
    async () => {
      const before = await draft.settled();
      const { body, examples } = draft.read().text;
      return post(
        '/api/campaigns/{campaign_id}/guidelines',
        { campaign_id: id },
        { body, examples: [...examples], before },
      );
    },
    onDone,
  );
  const whenSeen = WHEN_SEEN[state] ?? 'Assessors see it when they judge.';
  return (
    <ConfirmDialog
      title={`Publish version ${version}?`}
      verb="Publish"
      isPending={isPending}
      error={error}
      onConfirm={() => mutate(undefined, { onError: draft.recheck })}
      onClose={onClose}
    >
      <p>
        {whenSeen} Each judgment records the version it was made under, and a published version
        never changes.
      </p>
      {text.examples.length > 0 && (
        <p className={textStyles.soft}>With {counted(text.examples.length, 'example')}.</p>
      )}
    </ConfirmDialog>
  );
}
