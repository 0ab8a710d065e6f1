import type { Body, Query, Reply } from '@/api/calls';
import type { components } from '@/api/schema.gen';

export type Session = Reply<'/api/session'>;
export type Credentials = Body<'/api/session'>;

export type Account = Reply<'/api/accounts'>['rows'][number];
export type ApiToken = components['schemas']['ApiToken'];
export type NewToken = components['schemas']['NewToken'];
export type NewTokenRequest = Body<'/api/session/tokens'>;
export type TokenScope = NonNullable<NewTokenRequest['scopes']>[number];
export type RunCall = Reply<'/api/calls'>[number];
export type RunCallDetail = Reply<'/api/calls/{call_id}'>;
export type CallTeam = RunCallDetail['teams'][number];
export type RunSubmission = CallTeam['submissions'][number];
export type NewRunCall = Body<'/api/calls'>;
export type RunCallChange = Body<'/api/calls/{call_id}', 'patch'>;
export type TeamToken = components['schemas']['TeamToken'];
export type NewLink = components['schemas']['NewLink'];
export type InvitedAccount = Body<'/api/accounts'>;
export type AccountChange = Body<'/api/accounts/{account_id}', 'patch'>;
/** The first page: null is what the account has no right to. */
export type Home = Reply<'/api/home'>;
export type OwnTask = Home['judge'][number];
export type QueueToSettle = Home['settle'][number];
export type CampaignCourse = NonNullable<Home['organize']>[number];
export type ResearchStart = NonNullable<Home['research']>;

export type CampaignSummary = Reply<'/api/campaigns'>[number];
export type Board = Reply<'/api/campaigns/{campaign_id}/board'>;
export type PilotAssessor = Reply<'/api/campaigns/{campaign_id}/pilot'>['assessors'][number];
export type BoardTopic = NonNullable<Board['topics']>[number];
export type BoardAssessor = Board['assessors'][number];
export type BoardGrade = NonNullable<Board['grades']>[number];
export type BoardDetails = Board['details'];
export type AssessorChecks = BoardDetails['assessors'][number];
export type Member = Reply<'/api/campaigns/{campaign_id}/members'>[number];
export type Agreement = NonNullable<Board['agreement']>;
export type AgreementRow = Agreement['overall'];
export type CampaignAgreement = Reply<'/api/campaigns/{campaign_id}/agreement'>;
export type AgreementInDepth = CampaignAgreement['grades'];
export type HighlightAgreement = NonNullable<CampaignAgreement['highlights']>;
export type Estimate = AgreementInDepth['coefficients'][number];
export type AgreementParts = Reply<'/api/campaigns/{campaign_id}/agreement/parts'>;
export type PartAgreement = AgreementParts['rows'][number];
export type AgreementMatrix = Reply<'/api/campaigns/{campaign_id}/agreement/matrix'>;
export type AgreementAssessors = Reply<'/api/campaigns/{campaign_id}/agreement/assessors'>;
/** How votes are compared: from a threshold up, and what stands for an answer without a grade. */
export type AgreementQuery = Query<'/api/campaigns/{campaign_id}/agreement'>;

export type PairsPage = Reply<'/api/campaigns/{campaign_id}/pairs'>;
export type PairRow = PairsPage['rows'][number];
export type PairAnswer = PairRow['answers'][number];
/** What a list of pairs is narrowed to, and its order. */
export type PairsSought = Query<'/api/campaigns/{campaign_id}/pairs/{pair_id}/next'>;
export type PairChoices = Reply<'/api/campaigns/{campaign_id}/pairs/choices'>;
export type WholePair = Reply<'/api/campaigns/{campaign_id}/pairs/{pair_id}'>;
export type Decision = WholePair['decisions'][number];
export type DecisionRequest = Body<'/api/campaigns/{campaign_id}/pairs/{pair_id}/decision'>;
export type QueueStart = Reply<'/api/campaigns/{campaign_id}/adjudication'>;
export type QueueLeft = QueueStart['left'];
export type QueueRule = QueueLeft['counts'][number]['rule'];
export type Queue = Reply<'/api/campaigns/{campaign_id}/adjudication/next', 'post'>;
export type PairInHand = NonNullable<Queue['pair']>;
export type ShownVote = NonNullable<PairInHand['votes']>[number];
export type PairLabel = WholePair['labels'][number];
export type JudgmentVersion =
  Reply<'/api/campaigns/{campaign_id}/pairs/{pair_id}/judgments'>['judgments'][number];

export type Assessors = Reply<'/api/campaigns/{campaign_id}/agreement/assessors'>;
export type AssessorLine = Assessors['assessors'][number];
export type Assessor = Reply<'/api/campaigns/{campaign_id}/agreement/assessors/{assessor}'>;
export type CrowdFit = NonNullable<Reply<'/api/campaigns/{campaign_id}/agreement/crowd'>['fit']>;
export type CrowdModel = CrowdFit['model'];
export type CampaignLabels = Reply<'/api/campaigns/{campaign_id}/labels'>;
export type DerivedLabels = CampaignLabels['label_sets'][number];
export type LabelsPreview = Reply<'/api/campaigns/{campaign_id}/labels/preview'>;
export type Derivation = Omit<Body<'/api/campaigns/{campaign_id}/labels'>, 'name'>;

export type CampaignOverview = Reply<'/api/campaigns/{campaign_id}'>;
export type CampaignState = CampaignOverview['state'];
export type OptionsChange = Body<'/api/campaigns/{campaign_id}', 'patch'>;
export type LaunchCheck = Reply<'/api/campaigns/{campaign_id}/launch'>['checks'][number];
export type LogEvent = Reply<'/api/campaigns/{campaign_id}/events'>['rows'][number];
export type Invitation = Reply<'/api/campaigns/{campaign_id}/invitations'>[number];
export type SentInvitation = Reply<'/api/campaigns/{campaign_id}/invitations/mail', 'post'>[number];
export type InvitationRequest = Body<'/api/campaigns/{campaign_id}/invitations'>;
export type GuidelineVersion = Reply<'/api/campaigns/{campaign_id}/guidelines'>[number];
export type GuidelineDraft = Reply<'/api/campaigns/{campaign_id}/guidelines/draft'>;
export type GuidelineExample = GuidelineDraft['examples'][number];
export type PoolPassage = Reply<'/api/campaigns/{campaign_id}/passages'>[number];
export type DraftRequest = Body<'/api/campaigns/{campaign_id}/guidelines/draft', 'put'>;
export type NoticeVersion = Reply<'/api/campaigns/{campaign_id}/notices'>[number];
export type ServingPolicy = Reply<'/api/campaigns/{campaign_id}/policy'>[number];
export type PolicyCost = Reply<'/api/campaigns/{campaign_id}/policy/cost'>;
export type PolicyChange = Body<'/api/campaigns/{campaign_id}/policy'>;

export type JudgingSetup = Reply<'/api/judging/{campaign_id}'>;
export type EnglishLevel = JudgingSetup['english_level'];
export type Grade = JudgingSetup['scale'][number];
export type Reason = JudgingSetup['reasons'][number];
export type Guideline = NonNullable<JudgingSetup['guideline']>;
export type Notice = NonNullable<JudgingSetup['notice']>;
export type Qualification = NonNullable<JudgingSetup['qualification']>;
export type Progress = JudgingSetup['progress'];
export type Claimed = Reply<'/api/judging/{campaign_id}/claims', 'post'>;
export type Assignment = Claimed['assignments'][number];
export type Empty = NonNullable<Claimed['empty']>;
export type Submission = Body<'/api/judging/{campaign_id}/judgments'>;
export type Submitted = Reply<'/api/judging/{campaign_id}/judgments', 'post'>;
export type Feedback = NonNullable<Submitted['feedback']>;
export type OwnJudgment = Reply<'/api/judging/{campaign_id}/judgments'>['rows'][number];
export type Sought = Query<'/api/judging/{campaign_id}/judgments'>;
export type Found = Reply<'/api/judging/{campaign_id}/found', 'post'>;
export type Hit = Reply<'/api/judging/{campaign_id}/search'>['rows'][number];
export type OwnCounts = Reply<'/api/judging/{campaign_id}/judgments/counts'>;

export type OwnPart = NonNullable<CampaignSummary['own']>;

export type OwnRecord = Reply<'/api/judging/{campaign_id}/held'>;

export type NewAccount = Omit<Body<'/api/invitations/accept'>, 'token'>;
export type Joined = Reply<'/api/invitations/accept', 'post'>;
export type Offer = Reply<'/api/invitations/look', 'post'>;

export type Collection = Reply<'/api/menus/collections'>[number];
export type TopicSet = Reply<'/api/menus/topic-sets'>[number];
export type Recipe = Reply<'/api/recipes'>[number];
export type VariantSource = Body<'/api/variants/preview'>;
export type VariantSample = Reply<'/api/variants/preview', 'post'>['samples'][number];
export type MadeVariant = components['schemas']['MadeVariant'];
export type VariantProgress = Reply<'/api/variants/progress'>;
export type Run = Reply<'/api/menus/runs'>[number];
export type ComputedRun = Body<'/api/runs/computed'>;
export type Bm25Run = Extract<ComputedRun, Readonly<{ k1: number }>>;
export type ModelRun = Exclude<ComputedRun, Bm25Run>;
export type Rankers = Reply<'/api/rankers'>;
export type Ranker = Rankers['rankers'][number];
export type RankerParameter = Ranker['parameters'][number];
export type JobReport = Reply<'/api/jobs/{job_id}'>;
export type Job = JobReport['job'];
export type ListedJob = Reply<'/api/jobs'>['rows'][number];
export type WorkerAtIt = JobReport['workers'][number];
export type WorkerShare = JobReport['shares'][number];
export type FailedChunk = JobReport['failed_chunks'][number];
export type AggregatedRun = Body<'/api/runs/aggregated'>;
export type FusedRun = Body<'/api/runs/fused'>;
export type RunFlips = Reply<'/api/runs/flips'>;
export type FlipRates = RunFlips['rates'][number];
export type PairedTopics = Reply<'/api/runs/pairs/topics'>;
export type PairedTopic = PairedTopics['topics'][number];
export type FlippedPair = Reply<'/api/runs/pairs'>['rows'][number];
export type PairBothWays = Reply<'/api/runs/pairs/one'>;
export type PairedPassage = PairBothWays['first'];
export type PairFile = Schemas['PairFile'];
export type Attempt = Reply<'/api/jobs/{job_id}/attempts'>['rows'][number];
export type SpecFact = Reply<'/api/runs/spec'>[number];
export type RunProgress = Reply<'/api/runs/progress'>;
export type LabelsReport = components['schemas']['LabelsImport'];
export type CampaignFigures = Reply<'/api/campaigns/{campaign_id}/figures'>;
export type AddingPairs = Body<'/api/campaigns/{campaign_id}/pairs/add'>;
export type Growth = Reply<'/api/campaigns/{campaign_id}/pairs/add', 'post'>;
export type LabelSet = Reply<'/api/menus/labels'>[number];
export type LabelStatistics = Reply<'/api/labels/statistics'>;
export type LabelComparison = Reply<'/api/labels/compare'>;
export type ChangedPairsPage = Reply<'/api/labels/compare/pairs'>;
export type Combining = Body<'/api/labels/combine'>;
export type CombinedLabels = components['schemas']['Combined'];

type Schemas = components['schemas'];

export type RunReport = Schemas['RunReport'];
export type FilesReport = Schemas['FilesReport'];
export type MojibakeFound = Schemas['MojibakeFound'];
export type MojibakeRecord = Schemas['MojibakeRecord'];
export type CollectionReport = Schemas['CollectionReport'];
export type TopicsReport = Schemas['TopicsReport'];
export type NumberBy = Schemas['NumberByEnum'];
export type JudgmentsReport = Schemas['JudgmentsReport'];
export type ArchiveReport = Schemas['ArchiveReport'];
export type BadLine = Schemas['BadLine'];
export type PoolPreview = Schemas['PoolPreview'];
export type DesignPreview = Schemas['DesignPreview'];
export type JudgingTime = Schemas['JudgingTime'];
export type Scales = Schemas['Scales'];
export type Preset = Schemas['Preset'];
export type NewCampaign = Schemas['CampaignFromRunsRequest'];

export type WatchedRuns = Reply<'/api/campaigns/{campaign_id}/watch'>;
export type SamplingProgress = Reply<'/api/campaigns/{campaign_id}/sampling'>;
export type SampledAnswer = SamplingProgress['answers'][number];

/** A state of a campaign’s labels, and the runs that are looked at under it. */
export type StateQuery = Query<'/api/campaigns/{campaign_id}/what-if'>;
export type Look = Reply<'/api/campaigns/{campaign_id}/what-if'>;
export type ThresholdLead =
  Reply<'/api/campaigns/{campaign_id}/what-if/thresholds'>['leads'][number];
export type DrawnBlock = Reply<'/api/campaigns/{campaign_id}/what-if/redraws'>;
export type Decisive = Reply<'/api/campaigns/{campaign_id}/what-if/pairs'>;
export type Turned = Reply<'/api/campaigns/{campaign_id}/what-if/turning'>;
export type Sources = NonNullable<Reply<'/api/campaigns/{campaign_id}/what-if/sources'>['found']>;
export type SimulatedErrors = NonNullable<
  Reply<'/api/campaigns/{campaign_id}/what-if/errors'>['found']
>;
export type AskingPairs = Body<'/api/campaigns/{campaign_id}/pairs/ask'>;
export type AskedPairs = Reply<'/api/campaigns/{campaign_id}/pairs/ask', 'post'>;

export type SavedComparison = Reply<'/api/comparisons'>['rows'][number];
export type OpenedComparison = Reply<'/api/comparisons/one'>;
/** What anybody with the link of a saved comparison reads. */
export type SharedComparison = Reply<'/api/shared-comparisons', 'post'>;
export type FrozenRow = OpenedComparison['rows'][number];
export type KeptRow = OpenedComparison['answers'][number];
export type KeptAnswer = Reply<'/api/comparisons/answers/one'>;
export type KeepRequest = Body<'/api/comparisons/answers'>;
export type SaveRequest = Body<'/api/comparisons'>;
export type Verification = Reply<'/api/comparison/verification'>;

export type Training = Reply<'/api/trainings/one'>;
export type TrainingSummary = Reply<'/api/trainings'>[number];
export type TrainingRequest = Body<'/api/trainings'>;
export type TrainingPlan = Schemas['TrainingPlan'];
export type TrainingChoices = Reply<'/api/trainings/choices'>;
export type Study = Reply<'/api/studies/one'>;
export type StudySummary = Reply<'/api/studies'>[number];
export type StudyRequest = Body<'/api/studies'>;
export type StudyCost = Schemas['StudyCost'];
export type StudyRun = Study['runs'][number];
export type StudyTable = Reply<'/api/studies/table'>;
export type TableQuery = Query<'/api/studies/table'>;
export type StudyTableLine = StudyTable['lines'][number];
export type StudyCell = StudyTableLine['cells'][number];
export type StudyTopics = Reply<'/api/studies/topics'>;
export type StudyFailures = Reply<'/api/studies/failures'>;
export type StudyFailure = StudyFailures['rows'][number];
export type FailuresQuery = Query<'/api/studies/failures'>;

export type PositionShare = Reply<'/api/labels/positions'>['rows'][number];
export type Scores = Reply<'/api/scores'>;
export type TopicLook = Reply<'/api/topic'>;
export type TopicRanking = TopicLook['rankings'][number];
export type TopicPassage = TopicLook['relevant'][number];

/** What the library keeps, by the word of its addresses. */
export type KeptKind = 'runs' | 'labels' | 'collections' | 'topic-sets' | 'comparisons';
export type ShelfRun = Reply<'/api/runs'>['rows'][number];
export type ShelfLabels = Reply<'/api/labels'>['rows'][number];
export type ShelfCollection = Reply<'/api/collections'>['rows'][number];
export type ShelfTopicSet = Reply<'/api/topic-sets'>['rows'][number];
/** What every row of the library has. */
export type ShelfRow = Pick<
  ShelfRun,
  'name' | 'owner' | 'visibility' | 'archived_at' | 'created_at'
>;
export type Kept = Omit<Reply<'/api/library/one'>, 'row'> & Readonly<{ row: ShelfRow }>;
export type KeptChange = Readonly<{
  name?: string;
  archived?: boolean;
  visibility?: ShelfRow['visibility'];
  /** Of a run that was imported. */
  kind?: ShelfRun['kind'];
  /** Of a run. */
  team?: string;
  /** Of a run: the page of its paper or code. */
  link?: string;
  /** Of a saved comparison. */
  note?: string;
  has_link?: boolean;
}>;

export type BoardSought = Query<'/api/leaderboard'>;
export type Leaderboard = Reply<'/api/leaderboard'>;
export type BoardRow = Leaderboard['rows'][number];

export type CollectionShown = Reply<'/api/collections/one'>;
export type FoundPassages = Reply<'/api/collections/passages'>;
export type FoundPassage = FoundPassages['rows'][number];
export type Origin = CollectionShown['lineage'];
export type WordCounts = CollectionShown['words'];
export type TopicSetShown = Reply<'/api/topic-sets/one'>;
export type TopicsSought = Query<'/api/topic-sets/topics'>;
export type FoundTopic = Reply<'/api/topic-sets/topics'>['rows'][number];
export type PassageShown = Reply<'/api/passage'>;
export type PassageRankings = Reply<'/api/passage/rankings'>;
export type PassageTopic = PassageRankings['rows'][number];
export type PassageJudgments = Reply<'/api/passage/judgments'>;
export type JudgedTopic = PassageJudgments['rows'][number];

export type DesignChoices = Reply<'/api/campaigns/active/choices'>;
export type NewActiveCampaign = Body<'/api/campaigns/active'>;
export type ActiveDesign = NewActiveCampaign['active'];
export type ActivePool = Reply<'/api/campaigns/{campaign_id}/active'>;
export type ActiveTopic = ActivePool['topics'][number];
export type TopicReview = Reply<'/api/campaigns/{campaign_id}/active/review'>;
export type StoppingRule = TopicReview['rules'][number];
