import type { JudgingSetup } from '@/api/types';
import { Dock } from '@/features/judging/dock/Dock';
import { EmptyDesk } from '@/features/judging/page/EmptyDesk';
import { NewGuideline } from '@/features/judging/page/NewGuideline';
import { MessageNotices } from '@/features/judging/saving/MessageNotices';
import { PassageView } from '@/features/judging/passage/PassageView';
import { RejectedNotice } from '@/features/judging/saving/RejectedNotice';
import { RoundNotice } from '@/features/judging/page/RoundNotice';
import { SavedNotice } from '@/features/judging/saving/SavedNotice';
import { SidePanel } from '@/features/judging/page/SidePanel';
import { TabNotice } from '@/features/judging/saving/TabNotice';
import { TwoAnswers } from '@/features/judging/saving/TwoAnswers';
import { TopBar } from '@/features/judging/page/TopBar';
import { TopicHead } from '@/features/judging/passage/TopicHead';
import WaitingElsewhere from '@/features/judging/saving/WaitingElsewhere';
import { hasEnded, isShut } from '@/features/judging/desk/campaignState';
import { beginsTopic } from '@/features/judging/pair/deck';
import { useFreshSetup } from '@/features/judging/desk/useFreshSetup';
import { useJudging } from '@/features/judging/desk/useJudging';
import frame from '@/features/judging/frame/frame.module.css';

type Props = Readonly<{ setup: JudgingSetup; username: string }>;

export function Workspace({ setup, username }: Props) {
  const judging = useJudging(setup, username);
  const { desk, state, card, guidelineNews } = judging;
  const isNewTopic = beginsTopic(state.deck);
  useFreshSetup(setup, state);
  return (
    <div className={frame.judging}>
      <TopBar
        state={state}
        scale={setup.scale}
        times={judging.times}
        isQualifying={setup.qualification !== null && setup.qualification.attempt !== null}
        onRetry={desk.retryNow}
      />
      <main className={frame.column}>
        <TwoAnswers desk={desk} rejected={state.outbox.rejected} setup={setup} />
        <RejectedNotice
          desk={desk}
          rejected={state.outbox.rejected.filter(({ pending }) => pending.standing === undefined)}
          scale={setup.scale}
          hasEnded={hasEnded(state)}
          isShut={isShut(state)}
        />
        <MessageNotices setup={setup} />
        <RoundNotice state={state} setup={setup} />
        <WaitingElsewhere username={username} openCampaignId={setup.campaign.id} />
        <TabNotice wasJudgedElsewhere={state.wasJudgedElsewhere} />
        <SavedNotice sentence={state.workStatus?.sentence ?? null} />
        {guidelineNews !== null && <NewGuideline {...guidelineNews} />}
        {guidelineNews === null && card === undefined && (
          <EmptyDesk
            state={state}
            onAsk={() => void desk.refill()}
            onHistory={judging.context.toggleHistory}
          />
        )}
        {card !== undefined && (
          <>
            <TopicHead topic={card.topic} isNew={isNewTopic} />
            <PassageView
              key={card.key}
              card={card}
              judging={judging}
              scale={setup.scale}
              isNewTopic={isNewTopic}
            />
          </>
        )}
      </main>
      <SidePanel judging={judging} setup={setup} />
      <Dock judging={judging} setup={setup} />
    </div>
  );
}
