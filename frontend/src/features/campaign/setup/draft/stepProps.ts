import type { PlannedPool } from '@/features/campaign/api/setup';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { KnownKind, KnownPair } from '@/features/campaign/setup/draft/types';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';
import type { Planned } from '@/features/campaign/setup/draft/usePlanned';

export type StepProps = Readonly<{
  draft: Draft;
  change: Change;
  planned: Planned;
  forget: () => void;
}>;

/** What every way of choosing pairs needs. */
export type ChoosingProps = Pick<StepProps, 'draft' | 'planned'> &
  Readonly<{
    kind: KnownKind;
    pool: PlannedPool;
    onAdd: (pairs: readonly KnownPair[]) => void;
    onRemove: (pair: KnownPair) => void;
  }>;
