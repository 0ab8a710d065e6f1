import type { NewCampaign } from '@/api/types';

export type Mark = NonNullable<NewCampaign['marks']>[number];
export type Unit = 'topics' | 'pairs';

export type KnownKind = 'gold' | 'qualification';

/** A pair whose grade is known; its query and the beginning of its passage are '' where not read. */
export type KnownPair = Readonly<{
  query_id: string;
  passage_id: string;
  kind: KnownKind;
  grade: number;
  explanation: string;
  query: string;
  text: string;
}>;

/** A grade in the form; without a colour it takes its shade of the sequential blue. */
export type GradeDraft = Readonly<{
  value: number;
  name: string;
  description: string;
  colour: string;
  requires_span: boolean;
}>;
