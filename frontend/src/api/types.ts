import type { Body, Json, Query } from '@/api/calls';
import type { components, paths } from '@/api/schema.gen';

/** What a GET answers with; every type of the server is taken from its schema, none is written here. */
export type Got<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: infer Response } };
}
  ? Json<Response>
  : never;

type Posted<Path extends keyof paths> = paths[Path] extends {
  post: { responses: { 200: infer Response } };
}
  ? Json<Response>
  : never;

export type Sent<Path extends keyof paths> = Body<Path>;

export type Session = Got<'/api/session'>;
export type Credentials = Sent<'/api/session'>;

export type Account = Got<'/api/accounts'>['rows'][number];
export type NewLink = components['schemas']['NewLink'];
export type InvitedAccount = Sent<'/api/accounts'>;
export type AccountChange = Body<'/api/accounts/{account_id}', 'patch'>;
/** The first page: null is what the account has no right to. */
export type Home = Got<'/api/home'>;
export type OwnTask = Home['judge'][number];
export type QueueToSettle = Home['settle'][number];
export type CampaignCourse = NonNullable<Home['organize']>[number];
export type ResearchStart = NonNullable<Home['research']>;

export type CampaignSummary = Got<'/api/campaigns'>[number];
export type Board = Got<'/api/campaigns/{campaign_id}/board'>;
export type PilotAssessor = Got<'/api/campaigns/{campaign_id}/pilot'>['assessors'][number];
export type BoardTopic = NonNullable<Board['topics']>[number];
export type BoardAssessor = Board['assessors'][number];
export type BoardGrade = NonNullable<Board['grades']>[number];
export type BoardDetails = Board['details'];
export type AssessorChecks = BoardDetails['assessors'][number];
export type Member = Got<'/api/campaigns/{campaign_id}/members'>[number];
export type Agreement = NonNullable<Board['agreement']>;
export type AgreementRow = Agreement['overall'];
export type CampaignAgreement = Got<'/api/campaigns/{campaign_id}/agreement'>;
export type AgreementInDepth = CampaignAgreement['grades'];
export type HighlightAgreement = NonNullable<CampaignAgreement['highlights']>;
export type Estimate = AgreementInDepth['coefficients'][number];
export type AgreementParts = Got<'/api/campaigns/{campaign_id}/agreement/parts'>;
export type PartAgreement = AgreementParts['rows'][number];
export type AgreementMatrix = Got<'/api/campaigns/{campaign_id}/agreement/matrix'>;
export type AgreementAssessors = Got<'/api/campaigns/{campaign_id}/agreement/assessors'>;
/** How votes are compared: from a threshold up, and what stands for an answer without a grade. */
export type AgreementQuery = Query<'/api/campaigns/{campaign_id}/agreement'>;

export type PairsPage = Got<'/api/campaigns/{campaign_id}/pairs'>;
export type PairRow = PairsPage['rows'][number];
export type PairAnswer = PairRow['answers'][number];
/** What a list of pairs is narrowed to, and its order. */
export type PairsSought = Query<'/api/campaigns/{campaign_id}/pairs/{pair_id}/next'>;
export type PairChoices = Got<'/api/campaigns/{campaign_id}/pairs/choices'>;
export type WholePair = Got<'/api/campaigns/{campaign_id}/pairs/{pair_id}'>;
export type Decision = WholePair['decisions'][number];
export type DecisionRequest = Body<'/api/campaigns/{campaign_id}/pairs/{pair_id}/decision'>;
export type QueueStart = Got<'/api/campaigns/{campaign_id}/adjudication'>;
export type QueueLeft = QueueStart['left'];
export type QueueRule = QueueLeft['counts'][number]['rule'];
export type Queue = Posted<'/api/campaigns/{campaign_id}/adjudication/next'>;
export type PairInHand = NonNullable<Queue['pair']>;
export type ShownVote = NonNullable<PairInHand['votes']>[number];
export type PairLabel = WholePair['labels'][number];
export type JudgmentVersion =
  Got<'/api/campaigns/{campaign_id}/pairs/{pair_id}/judgments'>['judgments'][number];

export type Assessors = Got<'/api/campaigns/{campaign_id}/agreement/assessors'>;
export type AssessorLine = Assessors['assessors'][number];
export type Assessor = Got<'/api/campaigns/{campaign_id}/agreement/assessors/{assessor}'>;
export type CrowdFit = NonNullable<Got<'/api/campaigns/{campaign_id}/agreement/crowd'>['fit']>;
export type CrowdModel = CrowdFit['model'];
export type CampaignLabels = Got<'/api/campaigns/{campaign_id}/labels'>;
export type DerivedLabels = CampaignLabels['label_sets'][number];
export type LabelsPreview = Got<'/api/campaigns/{campaign_id}/labels/preview'>;
export type Derivation = Omit<Sent<'/api/campaigns/{campaign_id}/labels'>, 'name'>;

export type CampaignOverview = Got<'/api/campaigns/{campaign_id}'>;
export type CampaignState = CampaignOverview['state'];
export type OptionsChange = Body<'/api/campaigns/{campaign_id}', 'patch'>;
export type LaunchCheck = Got<'/api/campaigns/{campaign_id}/launch'>['checks'][number];
export type LogEvent = Got<'/api/campaigns/{campaign_id}/events'>['rows'][number];
export type Invitation = Got<'/api/campaigns/{campaign_id}/invitations'>[number];
export type InvitationRequest = Body<'/api/campaigns/{campaign_id}/invitations'>;
export type GuidelineVersion = Got<'/api/campaigns/{campaign_id}/guidelines'>[number];
export type GuidelineDraft = Got<'/api/campaigns/{campaign_id}/guidelines/draft'>;
export type GuidelineExample = GuidelineDraft['examples'][number];
export type PoolPassage = Got<'/api/campaigns/{campaign_id}/passages'>[number];
export type DraftRequest = Body<'/api/campaigns/{campaign_id}/guidelines/draft', 'put'>;
export type NoticeVersion = Got<'/api/campaigns/{campaign_id}/notices'>[number];
export type ServingPolicy = Got<'/api/campaigns/{campaign_id}/policy'>[number];
export type ExtraCost = Got<'/api/campaigns/{campaign_id}/policy/cost'>;
export type PolicyChange = Body<'/api/campaigns/{campaign_id}/policy'>;

export type JudgingSetup = Got<'/api/judging/{campaign_id}'>;
export type EnglishLevel = JudgingSetup['english_level'];
export type Grade = JudgingSetup['scale'][number];
export type Reason = JudgingSetup['reasons'][number];
export type Guideline = NonNullable<JudgingSetup['guideline']>;
export type Notice = NonNullable<JudgingSetup['notice']>;
export type Qualification = NonNullable<JudgingSetup['qualification']>;
export type Progress = JudgingSetup['progress'];
export type Claimed = Posted<'/api/judging/{campaign_id}/claims'>;
export type Assignment = Claimed['assignments'][number];
export type Empty = NonNullable<Claimed['empty']>;
export type Submission = Sent<'/api/judging/{campaign_id}/judgments'>;
export type Submitted = Posted<'/api/judging/{campaign_id}/judgments'>;
export type Feedback = NonNullable<Submitted['feedback']>;
export type Activity = Sent<'/api/judging/{campaign_id}/activity'>;
export type OwnJudgment = Got<'/api/judging/{campaign_id}/judgments'>['rows'][number];
export type Sought = Query<'/api/judging/{campaign_id}/judgments'>;
export type OwnCounts = Got<'/api/judging/{campaign_id}/judgments/counts'>;

export type OwnPart = NonNullable<CampaignSummary['own']>;

export type OwnRecord = Got<'/api/judging/{campaign_id}/held'>;

export type Acceptance = Sent<'/api/invitations/accept'>;
export type NewAccount = Omit<Acceptance, 'token'>;
export type Joined = Posted<'/api/invitations/accept'>;

export type Collection = Got<'/api/collections'>[number];
export type TopicSet = Got<'/api/topic-sets'>[number];
export type Recipe = Got<'/api/recipes'>[number];
export type VariantSource = Sent<'/api/variants/preview'>;
export type VariantSample = Posted<'/api/variants/preview'>['samples'][number];
export type VariantRequest = Sent<'/api/variants'>;
export type MadeVariant = components['schemas']['MadeVariant'];
export type VariantProgress = Got<'/api/variants/progress'>;
export type Run = Got<'/api/runs'>[number];
export type ComputedRun = Body<'/api/runs/computed'>;
export type Bm25Run = Extract<ComputedRun, Readonly<{ k1: number }>>;
export type ModelRun = Exclude<ComputedRun, Bm25Run>;
export type Rankers = Got<'/api/rankers'>;
export type Ranker = Rankers['rankers'][number];
export type RankerParameter = Ranker['parameters'][number];
export type JobReport = Got<'/api/jobs/{job_id}'>;
export type Job = JobReport['job'];
export type WorkerAtIt = JobReport['workers'][number];
export type WorkerShare = JobReport['shares'][number];
export type FailedChunk = JobReport['failed_chunks'][number];
export type AggregatedRun = Body<'/api/runs/aggregated'>;
export type RunFlips = Got<'/api/runs/flips'>;
export type FlipRates = RunFlips['rates'][number];
export type PairedTopics = Got<'/api/runs/pairs/topics'>;
export type PairedTopic = PairedTopics['topics'][number];
export type FlippedPair = Got<'/api/runs/pairs'>['rows'][number];
export type PairBothWays = Got<'/api/runs/pair'>;
export type PairedPassage = PairBothWays['first'];
export type PairFile = Schemas['PairFile'];
export type Attempt = Got<'/api/jobs/{job_id}/attempts'>['rows'][number];
export type SpecFact = Got<'/api/runs/spec'>[number];
export type RunProgress = Got<'/api/runs/progress'>;
export type LabelsReport = components['schemas']['LabelsImport'];
export type CampaignFigures = Got<'/api/campaigns/{campaign_id}/figures'>;
export type AddingPairs = Sent<'/api/campaigns/{campaign_id}/pairs/add'>;
export type Growth = Posted<'/api/campaigns/{campaign_id}/pairs/add'>;
export type LabelSet = Got<'/api/labels'>[number];
export type LabelStatistics = Got<'/api/labels/statistics'>;
export type LabelComparison = Got<'/api/labels/compare'>;
export type ChangedPairsPage = Got<'/api/labels/compare/pairs'>;
export type Combining = Sent<'/api/labels/combine'>;
export type CombinedLabels = components['schemas']['Combined'];

type Schemas = components['schemas'];

export type RunReport = Schemas['RunReport'];
export type FilesReport = Schemas['FilesReport'];
export type CollectionReport = Schemas['CollectionReport'];
export type TopicsReport = Schemas['TopicsReport'];
export type NumberBy = Schemas['NumberByEnum'];
export type JudgmentsReport = Schemas['JudgmentsReport'];
export type BadLine = Schemas['BadLine'];
export type PoolPreview = Schemas['PoolPreview'];
export type JudgingTime = Schemas['JudgingTime'];
export type Scales = Schemas['Scales'];
export type Preset = Schemas['Preset'];
export type NewCampaign = Schemas['CampaignFromRunsRequest'];

export type WatchedRuns = Got<'/api/campaigns/{campaign_id}/watch'>;

export type SavedComparison = Got<'/api/library/comparisons'>['rows'][number];
export type OpenedComparison = Got<'/api/comparisons/one'>;
export type FrozenRow = OpenedComparison['rows'][number];
export type KeptRow = OpenedComparison['answers'][number];
export type KeptAnswer = Got<'/api/comparisons/answers/one'>;
export type KeepRequest = Sent<'/api/comparisons/answers'>;
export type SaveRequest = Sent<'/api/comparisons'>;
export type Verification = Got<'/api/comparison/verification'>;

export type Study = Got<'/api/study'>;
export type StudySummary = Got<'/api/studies'>[number];
export type StudyRequest = Sent<'/api/studies'>;
export type StudyCost = Schemas['StudyCost'];
export type StudyRun = Study['runs'][number];
export type StudyTable = Got<'/api/study/table'>;
export type StudyTableLine = StudyTable['lines'][number];
export type StudyCell = StudyTableLine['cells'][number];
export type StudyTopics = Got<'/api/study/topics'>;
export type StudyFailures = Got<'/api/study/failures'>;
export type StudyFailure = StudyFailures['rows'][number];

export type PositionShare = Got<'/api/labels/positions'>['rows'][number];
export type Scores = Got<'/api/scores'>;
export type TopicLook = Got<'/api/topic'>;
export type TopicRanking = TopicLook['rankings'][number];
export type TopicPassage = TopicLook['relevant'][number];

/** What the library keeps, by the word of its addresses. */
export type KeptKind = 'runs' | 'labels' | 'collections' | 'topic-sets' | 'comparisons';
export type RunsSought = Query<'/api/library/runs'>;
export type LabelsSought = Query<'/api/library/labels'>;
export type CollectionsSought = Query<'/api/library/collections'>;
export type TopicSetsSought = Query<'/api/library/topic-sets'>;
export type ComparisonsSought = Query<'/api/library/comparisons'>;
export type ShelfRun = Got<'/api/library/runs'>['rows'][number];
export type ShelfLabels = Got<'/api/library/labels'>['rows'][number];
export type ShelfCollection = Got<'/api/library/collections'>['rows'][number];
export type ShelfTopicSet = Got<'/api/library/topic-sets'>['rows'][number];
/** What every row of the library has. */
export type ShelfRow = Pick<
  ShelfRun,
  'name' | 'owner' | 'visibility' | 'archived_at' | 'created_at'
>;
export type Kept = Omit<Got<'/api/library/one'>, 'row'> & Readonly<{ row: ShelfRow }>;
export type KeptChange = Readonly<{
  name?: string;
  archived?: boolean;
  visibility?: ShelfRow['visibility'];
  /** Of a run that was imported. */
  kind?: ShelfRun['kind'];
  /** Of a saved comparison. */
  note?: string;
}>;

export type BoardSought = Query<'/api/leaderboard'>;
export type Leaderboard = Got<'/api/leaderboard'>;
export type BoardRow = Leaderboard['rows'][number];

export type CollectionShown = Got<'/api/collections/one'>;
export type FoundPassages = Got<'/api/collections/passages'>;
export type FoundPassage = FoundPassages['rows'][number];
export type Origin = CollectionShown['lineage'];
export type WordCounts = CollectionShown['words'];
export type TopicSetShown = Got<'/api/topic-sets/one'>;
export type TopicsSought = Query<'/api/topic-sets/topics'>;
export type FoundTopics = Got<'/api/topic-sets/topics'>;
export type FoundTopic = FoundTopics['rows'][number];
export type PassageShown = Got<'/api/passage'>;
export type PassageRankings = Got<'/api/passage/rankings'>;
export type PassageTopic = PassageRankings['rows'][number];
export type PassageJudgments = Got<'/api/passage/judgments'>;
export type JudgedTopic = PassageJudgments['rows'][number];
