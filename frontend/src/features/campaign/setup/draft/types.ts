import type { components } from '@/api/schema.gen';

type Schemas = components['schemas'];

export type RunReport = Schemas['RunReport'];
export type CollectionReport = Schemas['CollectionReport'];
export type TopicsReport = Schemas['TopicsReport'];
export type BadLine = Schemas['BadLine'];
export type PoolPreview = Schemas['PoolPreview'];
export type JudgingTime = Schemas['JudgingTime'];
export type Scales = Schemas['Scales'];
export type Preset = Schemas['Preset'];
export type NewCampaign = Schemas['CampaignFromRunsRequest'];
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
