import { useDebouncedValue } from '@mantine/hooks';
import type { Look } from '@/api/types';
import { ChangedPairs } from '@/features/campaign/whatif/answers/ChangedPairs';
import { ErrorsSection } from '@/features/campaign/whatif/answers/ErrorsSection';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { SourcesSection } from '@/features/campaign/whatif/answers/SourcesSection';
import { VerdictCard } from '@/features/campaign/whatif/answers/VerdictCard';
import { Controls } from '@/features/campaign/whatif/controls/Controls';
import { LeadFigure } from '@/features/campaign/whatif/figures/LeadFigure';
import { MeansFigure } from '@/features/campaign/whatif/figures/MeansFigure';
import { PlacesFigure } from '@/features/campaign/whatif/figures/PlacesFigure';
import { KeepLabels } from '@/features/campaign/whatif/keep/KeepLabels';
import { focusOf } from '@/features/campaign/whatif/state/focus';
import type { Focus } from '@/features/campaign/whatif/state/focus';
import {
  askedOf,
  askedOfTwo,
  useLeads,
  useLook,
  useRedraws,
  useTurned,
} from '@/features/campaign/whatif/state/questions';
import type { Asked } from '@/features/campaign/whatif/state/questions';
import { printState, readState, relevantFrom } from '@/features/campaign/whatif/state/state';
import type { Offered, State } from '@/features/campaign/whatif/state/state';
import { useWhatIf } from '@/features/campaign/whatif/state/useWhatIf';
import { DecisivePairs } from '@/features/campaign/whatif/turning/DecisivePairs';
import { TurningPanel } from '@/features/campaign/whatif/turning/TurningPanel';
import { counted } from '@/shared/format/numbers';
import { Defined } from '@/shared/ui/Defined';
import { sentence } from '@/shared/requests/errors';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/campaign/whatif/page/page.module.css';
import text from '@/shared/styles/text.module.css';

type AnswerProps = Readonly<{
  campaignId: number;
  look: Look;
  focus: Focus;
  /** Of all runs. */
  asked: Asked;
  /** The grade that is relevant. */
  from: number;
  isUpdating: boolean;
}>;

/** What follows from a state, and what would change it. */
function Answers({ campaignId, look, focus, asked, from, isUpdating }: AnswerProps) {
  const two = askedOfTwo(asked, focus);
  const leads = useLeads(two, true);
  const turned = useTurned(two, true);
  const { draws, isWhole, error } = useRedraws(asked, true);
  const { measure, lower_is_better: isRank } = look;
  return (
    <>
      <div className={styles.middle}>
        <VerdictCard
          look={look}
          focus={focus}
          draws={draws}
          isDrawn={isWhole}
          turned={turned.data}
          isUpdating={isUpdating}
        />
        <Quiet query={leads} waiting="Moving the threshold">
          {(found) => (
            <LeadFigure
              leads={found.leads}
              current={from}
              focus={focus}
              measure={measure}
              isLowerBetter={isRank}
            />
          )}
        </Quiet>
        <h2>All runs</h2>
        <MeansFigure look={look} focus={focus} />
        <ChangedPairs look={look} />
        <h2>How sure the places are</h2>
        <Quiet
          query={{ data: draws ?? undefined, error, refetch: () => undefined }}
          waiting="Drawing assessors and topics again"
        >
          {(found) => <PlacesFigure draws={found} look={look} />}
        </Quiet>
        <SourcesSection asked={two} />
        <ErrorsSection asked={two} />
      </div>
      <aside className={styles.side} aria-label="What would turn it">
        <TurningPanel campaignId={campaignId} query={turned} isRank={isRank} />
        <DecisivePairs campaignId={campaignId} asked={two} focus={focus} />
      </aside>
    </>
  );
}

type OutcomeProps = Omit<AnswerProps, 'look' | 'focus'> &
  Readonly<{ look: Look | undefined; focus: Focus | null; error: unknown }>;

/** The answers; or that they are on their way, or why there are none. */
function Outcome({ look, focus, error, ...rest }: OutcomeProps) {
  if (error !== null) return <p className={text.soft}>{sentence(error)}</p>;
  if (look === undefined || focus === null) return <Waiting label="Scoring the runs" isTall />;
  return <Answers look={look} focus={focus} {...rest} />;
}

type HeadProps = Readonly<{
  campaignId: number;
  state: State;
  offered: Offered;
  focus: Focus | null;
  look: Look | undefined;
}>;

/** What is looked at, and the way to keep it. */
function Head({ campaignId, state, offered, focus, look }: HeadProps) {
  const runs = focus === null ? [] : [`${focus.first} against ${focus.second}`];
  const topics = look === undefined ? [] : [counted(look.n_topics, 'topic')];
  return (
    <header className={styles.head}>
      <div>
        <h2 id="what-if">
          <Defined at="what-if">What would change it</Defined>
        </h2>
        <p className={text.soft}>{[...runs, state.measure, ...topics].join(' · ')}</p>
      </div>
      <KeepLabels campaignId={campaignId} labels={offered.labels} state={state} />
    </header>
  );
}

/** While a control is moved, nothing is asked for. */
const PAUSE_MS = 150;

type Props = Readonly<{ campaignId: number; offered: Offered }>;

/** A state of the labels: its controls, what follows from it, and what would change that. */
export function WhatIfDesk({ campaignId, offered }: Props) {
  const path = `/campaigns/${campaignId}/what-if`;
  const { state, change, restart } = useWhatIf(path, offered);
  const [settled] = useDebouncedValue(printState(state), PAUSE_MS);
  const shown = readState(new URLSearchParams(settled), offered);
  const asked = askedOf(campaignId, shown);
  const { data, error, isPlaceholderData } = useLook(asked, shown.reference);
  const isUpdating = error === null && (isPlaceholderData || settled !== printState(state));
  const focus = focusOf(shown, data?.look);
  const common = { campaignId, focus, look: data?.look };
  return (
    <div className={styles.page}>
      <Head state={state} offered={offered} {...common} />
      <div className={styles.columns}>
        <Controls
          path={path}
          state={state}
          offered={offered}
          focus={focus}
          ms={data?.ms ?? null}
          isUpdating={isUpdating}
          onChange={(part) => change({ ...focus, ...part })}
          onRestart={restart}
        />
        <Outcome
          asked={asked}
          from={relevantFrom(shown.choice)}
          error={error}
          isUpdating={isUpdating}
          {...common}
        />
      </div>
    </div>
  );
}
