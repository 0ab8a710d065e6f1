import type { DesignChoices } from '@/api/types';
import type { ActiveDraft } from '@/features/campaign/setup/draft/active';
import type { Draft } from '@/features/campaign/setup/draft/draft';

/** What each part of the form needs. */
export type PartProps = Readonly<{
  draft: Draft;
  choices: DesignChoices;
  set: (part: Partial<ActiveDraft>) => void;
}>;
