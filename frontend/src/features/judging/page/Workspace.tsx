import { useEffect, useRef, useState } from 'react';
import type { Grade, JudgingSetup } from '@/api/types';
import { hasEnded, isShut } from '@/features/judging/desk/campaignState';
import type { DeskState } from '@/features/judging/desk/deskState';
import { useFreshSetup } from '@/features/judging/desk/useFreshSetup';
import { useJudging } from '@/features/judging/desk/useJudging';
import type { Judging } from '@/features/judging/desk/useJudging';
import { Dock } from '@/features/judging/dock/Dock';
import { useBorrowedFocus } from '@/features/judging/dock/useBorrowedFocus';
import { GradeMeanings } from '@/features/judging/page/GradeMeanings';
import { NewGuideline } from '@/features/judging/page/NewGuideline';
import { ProgressLine } from '@/features/judging/page/ProgressLine';
import { emptyText } from '@/features/judging/page/emptyText';
import { useFetched } from '@/features/judging/frame/useFetched';
import { workDoneOf } from '@/features/judging/page/workDone';
import { beginsTopic, shown } from '@/features/judging/pair/deck';
import { verdictName } from '@/features/judging/pair/verdictTexts';
import { PassageView } from '@/features/judging/passage/PassageView';
import { TopicHead } from '@/features/judging/passage/TopicHead';
import { MessageNotices } from '@/features/judging/saving/MessageNotices';
import { RejectedNotice } from '@/features/judging/saving/RejectedNotice';
import { SavedNotice } from '@/features/judging/saving/SavedNotice';
import { TabNotice } from '@/features/judging/saving/TabNotice';
import { TwoAnswers } from '@/features/judging/saving/TwoAnswers';
import WaitingElsewhere from '@/features/judging/saving/WaitingElsewhere';
import { savingOf } from '@/features/judging/saving/saving';
import type { Saving } from '@/features/judging/saving/saving';
import { useOnline } from '@/shared/browser/useOnline';
import { isSignedOut } from '@/shared/requests/errors';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { Button } from '@/shared/ui/forms/Button';
import { LeftOf, WaitedFor } from '@/shared/ui/requests/Seconds';
import { Waiting } from '@/shared/ui/requests/Waiting';
import frame from '@/features/judging/frame/frame.module.css';
import notice from '@/features/judging/frame/notice.module.css';
import topbar from '@/features/judging/frame/topbar.module.css';
import emptyDesk from '@/features/judging/page/EmptyDesk.module.css';
import panelStyles from '@/shared/styles/panel.module.css';
import styles from '@/features/judging/page/SidePanel.module.css';
import saveIndicator from '@/features/judging/saving/SaveIndicator.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type EmptyDeskProps = Readonly<{ state: DeskState; onAsk: () => void; onHistory: () => void }>;

/** No passage to show: says why, and what to do. */
function EmptyDesk({ state, onAsk, onHistory }: EmptyDeskProps) {
  const { pathname } = useLocation();
  const { title, text: advice, canAsk, isAwaited = false, freeInS = null } = emptyText(state);
  const isLost = state.supplyTrouble !== null && isSignedOut(state.supplyTrouble);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <section className={emptyDesk.empty} aria-busy={state.isAsking}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>
        {advice}
        {isAwaited && <WaitedFor />}
      </p>
      {freeInS !== null && (
        <p className={text.soft} aria-hidden="true">
          Free again in <LeftOf seconds={freeInS} answer={state.workStatus?.empty} />
        </p>
      )}
      <p className={buttons.actions}>
        {isLost && <Link to={`/login?next=${pathname}`}>Sign in</Link>}
        {canAsk && (
          <Button look="primary" onClick={onAsk} disabled={state.isAsking}>
            Check again
          </Button>
        )}
        <Button look="flush" onClick={onHistory}>
          My judgments
        </Button>
        <Link to="/">Your work</Link>
        <Link to={`${pathname}/record`}>Your data</Link>
      </p>
    </section>
  );
}

/** Said aloud is only what goes wrong, and that it is well again: not every single judgment. */
function useSpoken({ state, text }: Saving): string {
  const [spoken, setSpoken] = useState('');
  const isWell = state === 'saved' && spoken !== '';
  const isCalm = state === 'saving' || state === 'saved';
  const next = isWell ? 'saved' : isCalm ? spoken : text;
  if (next !== spoken) setSpoken(next);
  return next;
}

type SaveIndicatorProps = Readonly<{
  state: DeskState;
  scale: readonly Grade[];
  onRetry: () => void;
}>;

/** Whether the last judgment is saved; it never claims more than the server has confirmed. */
function SaveIndicator({ state, scale, onRetry }: SaveIndicatorProps) {
  const { pathname } = useLocation();
  const saving = savingOf(state.outbox, useOnline(), state.supplyTrouble);
  const spoken = useSpoken(saving);
  const { state: kind, text: message } = saving;
  const last = state.deck.judged[0];
  const mustSignIn = kind === 'signed-out' || kind === 'other-account';
  return (
    <div className={saveIndicator.saving}>
      {last !== undefined && (
        <span className={saveIndicator.last}>{verdictName(last.verdict, scale)}</span>
      )}
      <span className={saveIndicator.state} data-testid="save-state" data-state={kind}>
        {message}
      </span>
      <span role="status" aria-label="Saving" className={text.visuallyHidden}>
        {spoken}
      </span>
      {mustSignIn && <Link to={`/login?next=${encodeURIComponent(pathname)}`}>Sign in</Link>}
      {kind === 'waiting' && state.outbox.phase === 'retrying' && (
        <Button onClick={onRetry} title={state.outbox.trouble?.detail ?? ''}>
          Send now
        </Button>
      )}
    </div>
  );
}

const loadContent = () => import('@/features/judging/page/panelContent');

const TITLES = {
  guideline: 'Guideline',
  history: 'My judgments',
  keys: 'Keys',
  search: 'Search',
} as const;

/** Beside the passage at a desk, a sheet from below on a phone. */
function SidePanel({ judging, setup }: Readonly<{ judging: Judging; setup: JudgingSetup }>) {
  const { panel, opened, closePanel } = judging;
  const heading = useBorrowedFocus<HTMLHeadingElement>(panel);
  // Once the assessor is at work, so that it is there when the network is not.
  const isAtWork = judging.times !== setup.recent_active_ms;
  const content = useFetched(loadContent, isAtWork || panel !== null, panel);
  if (panel === null) return null;
  return (
    <aside className={styles.panel} aria-labelledby="panel-title">
      <header className={panelStyles.head}>
        <h2 ref={opened === null ? undefined : heading} tabIndex={-1} id="panel-title">
          {TITLES[panel]}
        </h2>
        {opened !== null && <Button onClick={closePanel}>Close</Button>}
      </header>
      {content === null && <Waiting label="One moment" />}
      {content === 'failed' ? (
        <p role="alert" className={text.wrong}>
          This could not be loaded. Open it again when the connection is back. If that does not
          help, reload the page: your judgments are kept.
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
            <GradeMeanings scale={setup.scale} nJudged={workDoneOf(state)?.nJudged ?? 0} />
          </>
        )}
      </main>
      <SidePanel judging={judging} setup={setup} />
      <Dock judging={judging} setup={setup} />
    </div>
  );
}
