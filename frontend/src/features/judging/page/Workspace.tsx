import type { JudgingSetup, Grade } from '@/api/types';
import { Dock } from '@/features/judging/dock/Dock';
import { EmptyDesk } from '@/features/judging/page/EmptyDesk';
import { NewGuideline } from '@/features/judging/page/NewGuideline';
import { MessageNotices } from '@/features/judging/saving/MessageNotices';
import { PassageView } from '@/features/judging/passage/PassageView';
import { RejectedNotice } from '@/features/judging/saving/RejectedNotice';
import { SavedNotice } from '@/features/judging/saving/SavedNotice';
import { TabNotice } from '@/features/judging/saving/TabNotice';
import { TwoAnswers } from '@/features/judging/saving/TwoAnswers';
import { TopicHead } from '@/features/judging/passage/TopicHead';
import WaitingElsewhere from '@/features/judging/saving/WaitingElsewhere';
import { hasEnded, isShut } from '@/features/judging/desk/campaignState';
import { beginsTopic, shown } from '@/features/judging/pair/deck';
import { useFreshSetup } from '@/features/judging/desk/useFreshSetup';
import { useJudging } from '@/features/judging/desk/useJudging';
import { Link } from '@/shared/routing/Link';
import { ProgressLine } from '@/features/judging/page/ProgressLine';
import { SaveIndicator } from '@/features/judging/saving/SaveIndicator';
import type { DeskState } from '@/features/judging/desk/desk';
import { workDoneOf } from '@/features/judging/page/workDone';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { useFetched } from '@/features/judging/page/useFetched';
import { useBorrowedFocus } from '@/features/judging/dock/useBorrowedFocus';
import type { Judging } from '@/features/judging/desk/useJudging';
import { Button } from '@/shared/ui/forms/Button';
import { Waiting } from '@/shared/ui/requests/Waiting';
import frame from '@/features/judging/frame/frame.module.css';
import topbar from '@/features/judging/frame/topbar.module.css';
import text from '@/shared/styles/text.module.css';
import notice from '@/features/judging/frame/notice.module.css';
import styles from '@/features/judging/page/SidePanel.module.css';

const loadContent = () => import('@/features/judging/page/panelContent');

const TITLES = { guideline: 'Guideline', history: 'My judgments', keys: 'Keys' } as const;

/** Beside the passage at a desk, a sheet from below on a phone. */
function SidePanel({ judging, setup }: Readonly<{ judging: Judging; setup: JudgingSetup }>) {
  const { panel, closePanel } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  // Once the assessor is at work, so that it is there when the network is not.
  const isAtWork = judging.times !== setup.recent_active_ms;
  const content = useFetched(loadContent, isAtWork || panel !== null, panel);
  if (panel === null) return null;
  return (
    <aside className={styles.panel} aria-labelledby="panel-title">
      <header>
        <h2 ref={heading} tabIndex={-1} id="panel-title">
          {TITLES[panel]}
        </h2>
        <Button onClick={closePanel}>Close</Button>
      </header>
      {content === null && <Waiting label="One moment" />}
      {content === 'failed' ? (
        <p role="alert" className={text.wrong}>
          This could not be loaded. Open it again when the connection is back. If that does not
          help, load the page again: what you have judged is kept.
        </p>
      ) : (
        content?.panelContent(judging, setup)
      )}
    </aside>
  );
}

const loadText = () => import('@/features/judging/page/roundText');

type RoundNoticeProps = Readonly<{ state: DeskState; setup: JudgingSetup }>;

/** The qualification round: first what it is, then what the expert says. */
function RoundNotice({ state, setup: { scale, qualification } }: RoundNoticeProps) {
  const fetched = useFetched(loadText, qualification !== null, shown(state.deck)?.key);
  const words =
    fetched === null || fetched === 'failed'
      ? null
      : fetched.roundText(state, scale, qualification);
  return (
    <div role="status" aria-label="Qualification round">
      {words !== null && (
        <div className={notice.round} data-kind={words.kind} data-testid="round">
          <p>
            <b>{words.title}</b>
          </p>
          {words.explanation !== '' && <p>{words.explanation}</p>}
          {words.text !== '' && <p className={text.soft}>{words.text}</p>}
        </div>
      )}
    </div>
  );
}

type TopBarProps = Readonly<{
  state: DeskState;
  scale: readonly Grade[];
  times: readonly number[];
  /** Answers of the round are shown apart, and counted nowhere else. */
  isQualifying: boolean;
  onRetry: () => void;
}>;

function TopBar({ state, scale, times, isQualifying, onRetry }: TopBarProps) {
  const workDone = workDoneOf(state);
  return (
    <header className={topbar.topbar}>
      <Link to="/" className={topbar.leave} aria-label="Regrade, your work">
        Regrade
      </Link>
      {workDone !== null && !isQualifying && <ProgressLine workDone={workDone} times={times} />}
      <SaveIndicator state={state} scale={scale} onRetry={onRetry} />
      <AppearanceMenu />
    </header>
  );
}

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
