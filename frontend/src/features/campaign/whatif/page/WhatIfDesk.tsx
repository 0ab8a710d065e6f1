import { useDebouncedValue } from '@mantine/hooks';
import type { Look } from '@/api/types';
import { ChangedPairs } from '@/features/campaign/whatif/answers/ChangedPairs';
import { ErrorsSection } from '@/features/campaign/whatif/answers/ErrorsSection';
import { Dimmed, Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { sayNotCounted } from '@/features/campaign/whatif/answers/sayNotCounted';
import { leavesNoLabels, sayTrouble } from '@/features/campaign/whatif/answers/sayTrouble';
import { SourcesSection } from '@/features/campaign/whatif/answers/SourcesSection';
import { VerdictCard } from '@/features/campaign/whatif/answers/VerdictCard';
import { Controls } from '@/features/campaign/whatif/controls/Controls';
import { LeadFigure } from '@/features/campaign/whatif/figures/LeadFigure';
import { MeansFigure } from '@/features/campaign/whatif/figures/MeansFigure';
import { PlacesFigure } from '@/features/campaign/whatif/figures/PlacesFigure';
import { KeepLabels } from '@/features/campaign/whatif/keep/KeepLabels';
import { focusOf } from '@/features/campaign/whatif/state/focus';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import { sayFewer } from '@/features/campaign/whatif/state/draws';
import {
  askedOf,
  askedOfTwo,
  focusOfTwo,
  isSameState,
  N_DRAWS,
  useLeads,
  useLook,
  useRedraws,
  useTurned,
} from '@/features/campaign/whatif/state/questions';
import type { Answer, Asked } from '@/features/campaign/whatif/state/questions';
import { measureTitle } from '@/features/campaign/whatif/state/measureTitle';
import { printState, readState } from '@/features/campaign/whatif/state/state';
import type { Offered, State } from '@/features/campaign/whatif/state/state';
import { useWhatIf } from '@/features/campaign/whatif/state/useWhatIf';
import { DecisivePairs } from '@/features/campaign/whatif/turning/DecisivePairs';
import { TurningPanel } from '@/features/campaign/whatif/turning/TurningPanel';
import { counted } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { isOver } from '@/shared/judging/stateNames';
import { AddressNotes } from '@/shared/ui/requests/AddressNotes';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/campaign/whatif/page/page.module.css';
import text from '@/shared/styles/text.module.css';

type AnswerProps = Readonly<{
  campaignId: number;
  isOver: boolean;
  seen: Answer<Look>;
  focus: Focus;
  /** Of all runs. */
  asked: Asked;
  /** Whether the look is of a state before. */
  isUpdating: boolean;
}>;

type FigureProps = Pick<AnswerProps, 'seen' | 'focus' | 'isUpdating'> &
  Readonly<{ leads: ReturnType<typeof useLeads>; redraws: ReturnType<typeof useRedraws> }>;

/** The lead and the runs in figures. One of the state before has the title of that state. */
function Figures({ seen: { asked, found: look }, focus, isUpdating, leads, redraws }: FigureProps) {
  const { draws, isWhole, isOfLook } = redraws;
  const { lower_is_better: isRank } = look;
  const of = leads.data?.asked;
  const fewer = draws === undefined ? '' : sayFewer(draws, isWhole, N_DRAWS);
  // Signs and directions are those of the measure.
  const isDrawable = of?.measure === asked.measure;
  const isStale = of === undefined || !isSameState(of, askedOfTwo(asked, focus));
  return (
    <>
      <Quiet
        query={{ ...leads, data: isDrawable ? leads.data : undefined }}
        waiting="Moving the threshold"
        isStale={isUpdating || isStale}
        staysDimmed
      >
        {({ asked: two, found }) => (
          <LeadFigure
            leads={found.leads}
            current={two.threshold ?? two.min_relevance ?? look.min_relevance}
            focus={focusOfTwo(two)}
            measure={look.measure}
            isLowerBetter={isRank}
          />
        )}
      </Quiet>
      <h2>All runs</h2>
      <Dimmed isStale={isUpdating}>
        <MeansFigure look={look} focus={focus} />
        <ChangedPairs look={look} />
      </Dimmed>
      <h2>How sure the places are</h2>
      <Quiet
        query={{ ...redraws, data: draws }}
        waiting="Drawing assessors and topics again"
        isStale={isUpdating || !isOfLook}
        staysDimmed
      >
        {(found) => (
          <>
            <PlacesFigure draws={found} look={look} measure={redraws.measure} />
            {fewer !== '' && <p className={text.note}>{fewer}</p>}
          </>
        )}
      </Quiet>
    </>
  );
}

/** What follows from a state, and what would change it. */
function Answers({ campaignId, isOver: hasEnded, seen, focus, asked, isUpdating }: AnswerProps) {
  const look = seen.found;
  const two = askedOfTwo(asked, focus);
  const leads = useLeads(two);
  const turned = useTurned(two);
  const redraws = useRedraws(asked, seen);
  const isTurned =
    turned.data !== undefined && isSameState(turned.data.asked, askedOfTwo(seen.asked, focus));
  const draws = redraws.isOfLook ? redraws.draws : undefined;
  return (
    <>
      <div>
        <VerdictCard
          look={look}
          focus={focus}
          draws={draws ?? null}
          isDrawn={redraws.isWhole}
          turned={isTurned ? turned.data.found : undefined}
          isCounting={!isTurned && turned.error === null}
          notCounted={sayNotCounted(turned.error, two)}
          isUpdating={isUpdating}
        />
      </div>
      <div className={styles.middle}>
        <Figures {...{ seen, focus, isUpdating, leads, redraws }} />
        <SourcesSection asked={two} isUpdating={isUpdating} />
        <ErrorsSection asked={two} isUpdating={isUpdating} />
      </div>
      <aside className={styles.side} aria-label="What would turn it">
        <TurningPanel
          campaignId={campaignId}
          asked={two}
          query={turned}
          isStale={isUpdating || !isTurned}
          isRank={look.lower_is_better}
        />
        <DecisivePairs
          campaignId={campaignId}
          asked={two}
          isUpdating={isUpdating}
          isOver={hasEnded}
        />
      </aside>
    </>
  );
}

type OutcomeProps = Omit<AnswerProps, 'seen' | 'focus'> &
  Readonly<{ seen: Answer<Look> | undefined; focus: Focus | null; error: unknown }>;

/** The answers; or that they are on their way, or why there are none. */
function Outcome({ seen, focus, error, ...rest }: OutcomeProps) {
  if (error !== null) return <p className={text.soft}>{sayTrouble(error, rest.asked.measure)}</p>;
  if (seen === undefined || focus === null) return <Waiting label="Scoring the runs" isTall />;
  return <Answers seen={seen} focus={focus} {...rest} />;
}

type HeadProps = Readonly<{
  campaignId: number;
  state: State;
  offered: Offered;
  focus: Focus | null;
  look: Look | undefined;
  /** Whether there are labels to keep, as far as is known. */
  hasLabels: boolean;
}>;

/** What is looked at, and the way to keep it. */
function Head({ campaignId, state, offered, focus, look, hasLabels }: HeadProps) {
  const runs = focus === null ? [] : [`${focus.first} against ${focus.second}`];
  const title = measureTitle(look?.measure ?? state.measure);
  const topics = look === undefined ? [] : [counted(look.n_topics, 'topic')];
  return (
    <header className={styles.head}>
      <div>
        <h2 id="what-if">
          <Defined at="what-if">What would change it</Defined>
        </h2>
        <p className={text.soft}>{[...runs, title, ...topics].join(' · ')}</p>
      </div>
      <KeepLabels
        campaignId={campaignId}
        labels={offered.labels}
        state={state}
        isDisabled={!hasLabels}
      />
    </header>
  );
}

/** While a control is moved, nothing is asked for. */
const PAUSE_MS = 150;

type Props = Readonly<{ campaignId: number; offered: Offered }>;

/** A state of the labels: its controls, what follows from it, and what would change that. */
export function WhatIfDesk({ campaignId, offered }: Props) {
  const path = `/campaigns/${campaignId}/what-if`;
  const { state, change, restart, leftOut } = useWhatIf(path, offered);
  const [settled] = useDebouncedValue(printState(state), PAUSE_MS);
  const shown = readState(new URLSearchParams(settled), offered);
  const asked = askedOf(campaignId, shown);
  const { data, error, isPlaceholderData } = useLook(asked, shown.reference);
  const isUpdating = error === null && (isPlaceholderData || settled !== printState(state));
  const focus = focusOf(shown, data?.found);
  const common = { campaignId, focus };
  return (
    <div className={styles.page}>
      <Head
        state={state}
        offered={offered}
        look={data?.found}
        hasLabels={!leavesNoLabels(error)}
        {...common}
      />
      <AddressNotes notes={leftOut === '' ? [] : [leftOut]} />
      <div className={styles.columns}>
        <Controls
          path={path}
          state={state}
          offered={offered}
          focus={focus}
          seen={data}
          isUpdating={isUpdating}
          onChange={(part) => change({ ...focus, ...part })}
          onRestart={restart}
        />
        <Outcome
          asked={asked}
          seen={data}
          error={error}
          isUpdating={isUpdating}
          isOver={isOver(offered.labels.state)}
          {...common}
        />
      </div>
    </div>
  );
}
