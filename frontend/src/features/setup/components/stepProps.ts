import type { Draft } from '@/features/setup/draft';
import type { Change } from '@/features/setup/hooks/useNewCampaign';

export type StepProps = Readonly<{ draft: Draft; change: Change; forget: () => void }>;
