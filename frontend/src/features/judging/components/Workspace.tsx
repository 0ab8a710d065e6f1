import type { JudgingSetup } from '@/api/types';
import { Dock } from '@/features/judging/components/Dock';
import { EmptyDesk } from '@/features/judging/components/EmptyDesk';
import { PassageView } from '@/features/judging/components/PassageView';
import { RefusedNotice } from '@/features/judging/components/RefusedNotice';
import { RoundNotice } from '@/features/judging/components/RoundNotice';
import { SavedNotice } from '@/features/judging/components/SavedNotice';
import { SidePanel } from '@/features/judging/components/SidePanel';
import { TabNotice } from '@/features/judging/components/TabNotice';
import { TopBar } from '@/features/judging/components/TopBar';
import { TopicHead } from '@/features/judging/components/TopicHead';
import WaitingLetters from '@/features/judging/components/WaitingLetters';
import { hasEnded, isShut } from '@/features/judging/campaignState';
import { beginsTopic } from '@/features/judging/deck';
import { useFreshSetup } from '@/features/judging/hooks/useFreshSetup';
import { useJudging } from '@/features/judging/hooks/useJudging';

type Props = Readonly<{ setup: JudgingSetup; username: string }>;

export function Workspace({ setup, username }: Props) {
  const judging = useJudging(setup, username);
  const { desk, state, card, panel } = judging;
  const isNewTopic = beginsTopic(state.deck);
  useFreshSetup(setup.campaign.id, state);
  return (
    <div className={panel === null ? 'judging' : 'judging with-panel'}>
      <TopBar
        state={state}
        scale={setup.scale}
        times={judging.times}
        isQualifying={setup.qualification !== null && setup.qualification.attempt !== null}
        onRetry={desk.retryNow}
      />
      <main className="column">
        <RefusedNotice
          desk={desk}
          refused={state.outbox.refused}
          scale={setup.scale}
          hasEnded={hasEnded(state)}
          isShut={isShut(state)}
        />
        <RoundNotice state={state} setup={setup} />
        <WaitingLetters username={username} openCampaignId={setup.campaign.id} />
        <TabNotice wasJudgedElsewhere={state.wasJudgedElsewhere} />
        <SavedNotice sentence={state.word?.sentence ?? null} />
        {card === undefined ? (
          <EmptyDesk
            state={state}
            onAsk={() => void desk.refill()}
            onHistory={judging.context.toggleHistory}
          />
        ) : (
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
