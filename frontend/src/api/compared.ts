import type { components } from '@/api/schema.gen';
import type { Body, Reply } from '@/api/calls';

/** What the server says of a comparison. */
type Schemas = components['schemas'];

export type Comparison = Exclude<Reply<'/api/comparison'>, ComparisonJob>;
export type ComparisonQuestion = Body<'/api/comparison'>;
export type ComparisonJob = Schemas['ComparisonJob'];
export type ComparisonBlock = Comparison['blocks'][number];
export type ComparisonRow = ComparisonBlock['rows'][number];
export type ComparisonCell = ComparisonRow['cells'][number];
export type EffectSize = ComparisonCell['effects'][number];
export type ComparedSystems = Reply<'/api/comparison/systems'>;
export type SystemFamily = ComparedSystems['families'][number];
export type SystemPair = SystemFamily['pairs'][number];
export type VarianceSource = SystemFamily['sources'][number];
export type DifferencePlan = Reply<'/api/comparison/topic-plan'>;
export type FamilyPlan = DifferencePlan['families'][number];
export type TopicTable = Reply<'/api/comparison/topic-table'>;
export type LabelsByTopic = TopicTable['blocks'][number];
export type RunByTopic = LabelsByTopic['runs'][number];
export type AtRankOne = RunByTopic['at_rank_1'][number];
export type RunOrders = Reply<'/api/comparison/order'>;
export type RunMean = RunOrders['means'][number];
export type ComparedOrders = RunOrders['pairs'][number];
export type RunBounds = Reply<'/api/comparison/bounds'>;
export type BoundedRun = RunBounds['rows'][number];
export type FewestLabels = Reply<'/api/comparison/turning'>;
export type PoolBias = Reply<'/api/comparison/pool-bias'>;
export type LeftOut = PoolBias['rows'][number];
export type Verdict = Reply<'/api/comparison/verdict'>;
/** A piece of a sentence with what it stands for. */
export type Span = Verdict['sentence'][number];
export type OnAllRuns = NonNullable<Verdict['on_all_runs']>;
export type LeadsChanged = OnAllRuns['changes'][number];
export type Methods = Reply<'/api/comparison/methods'>;
