import type { Draft } from '@/features/campaign/setup/draft/draft';
import type { Change } from '@/features/campaign/setup/draft/useNewCampaign';

export type StepProps = Readonly<{ draft: Draft; change: Change; forget: () => void }>;
