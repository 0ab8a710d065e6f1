import type { components } from '@/api/schema.gen';
import type { Got, Sent } from '@/api/types';

/** What the server says of a comparison. */
type Schemas = components['schemas'];

export type Comparison = Got<'/api/comparison'>;
export type ComparisonQuestion = Sent<'/api/comparison'>;
export type ComparisonJob = Schemas['ComparisonJob'];
export type ComparisonBlock = Comparison['blocks'][number];
export type ComparisonRow = ComparisonBlock['rows'][number];
export type ComparisonCell = ComparisonRow['cells'][number];
export type EffectSize = ComparisonCell['effects'][number];
export type ComparedSystems = Got<'/api/systems'>;
export type SystemFamily = ComparedSystems['families'][number];
export type SystemPair = SystemFamily['pairs'][number];
export type VarianceSource = SystemFamily['sources'][number];
export type DifferencePlan = Got<'/api/comparison/topic-plan'>;
export type FamilyPlan = DifferencePlan['families'][number];
export type TopicTable = Got<'/api/comparison/topic-table'>;
export type LabelsByTopic = TopicTable['blocks'][number];
export type RunByTopic = LabelsByTopic['runs'][number];
export type AtRankOne = RunByTopic['at_rank_1'][number];
export type RunOrders = Got<'/api/comparison/order'>;
export type RunMean = RunOrders['means'][number];
export type ComparedOrders = RunOrders['pairs'][number];
export type RunBounds = Got<'/api/comparison/bounds'>;
export type BoundedRun = RunBounds['rows'][number];
export type PoolBias = Got<'/api/comparison/pool-bias'>;
export type LeftOut = PoolBias['rows'][number];
export type Verdict = Got<'/api/comparison/verdict'>;
/** A piece of a sentence with what it stands for. */
export type Span = Verdict['sentence'][number];
export type Methods = Got<'/api/comparison/methods'>;
