import type { NewCampaign } from '@/api/types';

export type Mark = NonNullable<NewCampaign['marks']>[number];
export type Unit = 'topics' | 'pairs';

/** A grade in the form; without a colour it takes its shade of the sequential blue. */
export type GradeDraft = Readonly<{
  value: number;
  name: string;
  description: string;
  colour: string;
  requires_span: boolean;
}>;
