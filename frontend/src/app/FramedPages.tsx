import { lazy } from 'react';
import { Route, Routes } from '@/shared/routing/Routes';
import { Gate } from '@/app/Gate';
import { Shell } from '@/app/Shell';

const Home = lazy(() => import('@/app/pages/Home'));
const Account = lazy(() => import('@/app/pages/Account'));
const Login = lazy(() => import('@/app/pages/Login'));
const Forgot = lazy(() => import('@/app/pages/Forgot'));
const Reset = lazy(() => import('@/app/pages/Reset'));
const AccountsPage = lazy(() => import('@/app/accounts/AccountsPage'));
const Join = lazy(() => import('@/app/pages/Join'));
const SignUp = lazy(() => import('@/app/pages/SignUp'));
const About = lazy(() => import('@/app/pages/About'));
const HelpIndex = lazy(() => import('@/features/help/page/HelpIndex'));
const HelpDocument = lazy(() => import('@/features/help/page/HelpDocument'));
const ApiPage = lazy(() => import('@/features/help/api/ApiPage'));
const NotFound = lazy(() => import('@/shared/ui/requests/NotFound'));
const Workbench = lazy(() => import('@/app/Workbench'));
const Campaigns = lazy(() => import('@/features/campaign/list/Campaigns'));
const NewCampaign = lazy(() => import('@/features/campaign/setup/page/NewCampaign'));
const CampaignFrame = lazy(() => import('@/features/campaign/frame/CampaignFrame'));
const BoardPage = lazy(() => import('@/features/campaign/board/BoardPage'));
const CampaignPairs = lazy(() => import('@/features/campaign/pairs/list/PairsPage'));
const CampaignPair = lazy(() => import('@/features/campaign/pairs/pair/PairPage'));
const AgreementPage = lazy(() => import('@/features/campaign/agreement/page/AgreementPage'));
const AdjudicatePage = lazy(() => import('@/features/campaign/adjudicate/AdjudicatePage'));
const PeoplePage = lazy(() => import('@/features/campaign/people/PeoplePage'));
const AssessorsPage = lazy(() => import('@/features/campaign/assessors/AssessorsPage'));
const AssessorPage = lazy(() => import('@/features/campaign/assessors/AssessorPage'));
const GuidelinePage = lazy(() => import('@/features/campaign/guideline/GuidelinePage'));
const LaunchPage = lazy(() => import('@/features/campaign/launch/LaunchPage'));
const FiguresPage = lazy(() => import('@/features/campaign/figures/FiguresPage'));
const TrainingsPage = lazy(() => import('@/features/library/trainings/list/TrainingsPage'));
const NewTrainingPage = lazy(() => import('@/features/library/trainings/start/NewTrainingPage'));
const TrainingPage = lazy(() => import('@/features/library/trainings/read/TrainingPage'));
const TopicsPage = lazy(() => import('@/features/campaign/topics/TopicsPage'));
const WatchPage = lazy(() => import('@/features/campaign/watch/WatchPage'));
const WhatIfPage = lazy(() => import('@/features/campaign/whatif/page/WhatIfPage'));
const LabelsPage = lazy(() => import('@/features/campaign/labels/LabelsPage'));
const SettingsPage = lazy(() => import('@/features/campaign/settings/SettingsPage'));
const ComparisonPage = lazy(() => import('@/features/comparison/page/ComparisonPage'));
const SavedPage = lazy(() => import('@/features/comparison/saved/page/SavedPage'));
const SharedPage = lazy(() => import('@/features/comparison/saved/page/SharedPage'));
const RecordPage = lazy(() => import('@/features/judging/record/RecordPage'));
const LibraryFrame = lazy(() => import('@/features/library/shelf/LibraryFrame'));
const RunsShelf = lazy(() => import('@/features/library/shelf/RunsShelf'));
const LabelsShelf = lazy(() => import('@/features/library/shelf/LabelsShelf'));
const CollectionsShelf = lazy(() => import('@/features/library/shelf/CollectionsShelf'));
const TopicSetsShelf = lazy(() => import('@/features/library/shelf/TopicSetsShelf'));
const ComparisonsShelf = lazy(() => import('@/features/library/shelf/ComparisonsShelf'));
const CollectionPage = lazy(() => import('@/features/library/collections/CollectionPage'));
const TopicSetPage = lazy(() => import('@/features/library/collections/TopicSetPage'));
const LeaderboardPage = lazy(() => import('@/features/library/leaderboards/LeaderboardPage'));
const PassagePage = lazy(() => import('@/features/topic/passage/PassagePage'));
const JobsPage = lazy(() => import('@/features/library/jobs/JobsPage'));
const JobOfRun = lazy(() => import('@/features/library/jobs/JobPage'));
const PairsOfRun = lazy(() => import('@/features/library/pairs/PairsPage'));
const VariantPage = lazy(() => import('@/features/library/variants/VariantPage'));
const CallsPage = lazy(() => import('@/features/library/calls/CallsPage'));
const CallPage = lazy(() => import('@/features/library/calls/CallPage'));
const StudiesPage = lazy(() => import('@/features/library/studies/list/StudiesPage'));
const NewStudyPage = lazy(() => import('@/features/library/studies/start/NewStudyPage'));
const StudyFrame = lazy(() => import('@/features/library/studies/read/StudyFrame'));
const RunsTab = lazy(() => import('@/features/library/studies/read/RunsTab'));
const TableTab = lazy(() => import('@/features/library/studies/read/TableTab'));
const NoiseTab = lazy(() => import('@/features/library/studies/noise/NoiseTab'));
const TopicsTab = lazy(() => import('@/features/library/studies/topics/TopicsTab'));
const FailuresTab = lazy(() => import('@/features/library/studies/failures/FailuresTab'));
const CompareLabels = lazy(() => import('@/features/library/labels/ComparePage'));
const CombineLabels = lazy(() => import('@/features/library/labels/CombinePage'));
const LabelSetPage = lazy(() => import('@/features/library/labels/LabelSetPage'));
const TopicPage = lazy(() => import('@/features/topic/page/TopicPage'));
const RunPage = lazy(() => import('@/features/library/run/RunPage'));
const ImportPage = lazy(() => import('@/features/library/imports/ImportPage'));
const ComputeRun = lazy(() => import('@/features/library/compute/ComputePage'));

/** The pages in the shell's frame: all but the judging page. Each is a chunk of its own. */
export default function FramedPages() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<Home />} />
        <Route path="/login" element={<Login />} />
        <Route path="/forgot" element={<Forgot />} />
        <Route path="/reset" element={<Reset />} />
        <Route path="/join" element={<Join />} />
        <Route path="/join/:id" element={<SignUp />} />
        <Route path="/shared" element={<SharedPage />} />
        <Route path="/about" element={<About />} />
        <Route path="/help" element={<HelpIndex />} />
        <Route path="/help/:name" element={<HelpDocument />} />
        <Route path="/api/docs" element={<ApiPage />} />
        <Route element={<Gate />}>
          <Route path="/account" element={<Account />} />
          <Route path="/judge/:id/record" element={<RecordPage />} />
          <Route element={<Workbench />}>
            <Route path="/accounts" element={<AccountsPage />} />
            <Route path="/campaigns" element={<Campaigns />} />
            <Route path="/campaigns/new" element={<NewCampaign />} />
            <Route path="/campaigns/:id/adjudicate" element={<AdjudicatePage />} />
            <Route path="/campaigns/:id" element={<CampaignFrame />}>
              <Route index element={<BoardPage />} />
              <Route path="pairs" element={<CampaignPairs />} />
              <Route path="pairs/:pair" element={<CampaignPair />} />
              <Route path="agreement" element={<AgreementPage />} />
              <Route path="people" element={<PeoplePage />} />
              <Route path="assessors" element={<AssessorsPage />} />
              <Route path="assessors/:name" element={<AssessorPage />} />
              <Route path="guideline" element={<GuidelinePage />} />
              <Route path="launch" element={<LaunchPage />} />
              <Route path="labels" element={<LabelsPage />} />
              <Route path="what-if" element={<WhatIfPage />} />
              <Route path="figures" element={<FiguresPage />} />
              <Route path="watch" element={<WatchPage />} />
              <Route path="topics" element={<TopicsPage />} />
              <Route path="settings" element={<SettingsPage />} />
            </Route>
            <Route path="/compare" element={<ComparisonPage />} />
            <Route path="/comparisons/:hash" element={<SavedPage />} />
            <Route path="/topics/:set/:query" element={<TopicPage />} />
            <Route path="/passages/:collection/:doc" element={<PassagePage />} />
            <Route path="/library" element={<LibraryFrame />}>
              <Route index element={<RunsShelf />} />
              <Route path="labels" element={<LabelsShelf />} />
              <Route path="collections" element={<CollectionsShelf />} />
              <Route path="topics" element={<TopicSetsShelf />} />
              <Route path="comparisons" element={<ComparisonsShelf />} />
              <Route path="studies" element={<StudiesPage />} />
              <Route path="trainings" element={<TrainingsPage />} />
              <Route path="calls" element={<CallsPage />} />
              <Route path="jobs" element={<JobsPage />} />
            </Route>
            <Route path="/library/calls/:id" element={<CallPage />} />
            <Route path="/library/collections/of/:name" element={<CollectionPage />} />
            <Route path="/library/topics/of/:name" element={<TopicSetPage />} />
            <Route path="/library/topics/of/:name/board" element={<LeaderboardPage />} />
            <Route path="/library/runs/of/:name" element={<RunPage />} />
            <Route path="/library/import" element={<ImportPage />} />
            <Route path="/library/compute" element={<ComputeRun />} />
            <Route path="/library/pairs" element={<PairsOfRun />} />
            <Route path="/library/variants/new" element={<VariantPage />} />
            <Route path="/library/studies/new" element={<NewStudyPage />} />
            <Route path="/library/studies/:name" element={<StudyFrame />}>
              <Route index element={<RunsTab />} />
              <Route path="table" element={<TableTab />} />
              <Route path="noise" element={<NoiseTab />} />
              <Route path="topics" element={<TopicsTab />} />
              <Route path="failures" element={<FailuresTab />} />
            </Route>
            <Route path="/library/trainings/new" element={<NewTrainingPage />} />
            <Route path="/library/trainings/:name" element={<TrainingPage />} />
            <Route path="/library/labels/compare" element={<CompareLabels />} />
            <Route path="/library/labels/combine" element={<CombineLabels />} />
            <Route path="/library/labels/of/:name" element={<LabelSetPage />} />
            <Route path="/library/jobs/:id" element={<JobOfRun />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
