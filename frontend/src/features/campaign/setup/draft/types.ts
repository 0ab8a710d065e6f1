import type { NewCampaign } from '@/api/types';

export type Mark = NonNullable<NewCampaign['marks']>[number];
export type Unit = 'topics' | 'pairs';

/** A grade as it stands in the form; no colour means its place in the sequential blue. */
export type GradeDraft = Readonly<{
  value: number;
  name: string;
  description: string;
  colour: string;
  requires_span: boolean;
}>;
