import { useState } from 'react';
import type { PoolPreview } from '@/api/types';
import { useActiveChoices, usePlan, usePoolPreview } from '@/features/campaign/api/setup';
import type { AskedDraw, Plan, PlanRequest } from '@/features/campaign/api/setup';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { activeTrouble } from '@/features/campaign/setup/draft/active';
import { canDraw, TOO_FEW } from '@/features/campaign/setup/draft/design';
import { planOf, poolOf } from '@/features/campaign/setup/draft/request';
import { drawOf, useDesign } from '@/features/campaign/setup/draft/useDesign';
import { useSettled } from '@/shared/browser/useTyped';
import { ApiError, asApiError, isPassing, isSignedOut, sentence } from '@/shared/requests/errors';
import type { FieldTroubles } from '@/shared/requests/errors';

/** The pool and the work of a draft, as the server counts them. */
export type Planned = Readonly<{
  /** The last that could be counted, while something is wrong or on its way. */
  preview: PoolPreview | undefined;
  plan: Plan | undefined;
  /** The pairs to draw; null where the whole pool is judged, and while they are counted. */
  draw: AskedDraw | null;
  /** Whether these are of the draft as it was before. */
  isBehind: boolean;
  /** Why the draft has no pool, in a sentence, and for each field at fault. */
  trouble: string | null;
  fields: FieldTroubles;
  /** Why pairs cannot be chosen step by step as the draft says; null where they can. */
  activeTrouble?: string | null;
  /** What could not be counted for another reason, which may pass. */
  failure: string | null;
  retry: () => void;
}>;

/** Whether the request itself is at fault: sent again, it fails again. */
function isRefusal(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status > 0 && !isPassing(error) && !isSignedOut(error);
}

function useLastGood<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}

/** The pool at every depth, and whether it is the draft's of now. */
function usePool(draft: Draft) {
  const sample = useSettled(draft.sample);
  const runs = poolOf({ ...draft, sample }, 1);
  const query = usePoolPreview(runs);
  // A page that opens on a sample in error still shows what all topics come to.
  const whole = usePoolPreview({ ...runs, sample: null }, query.isError);
  const isOfDraft = query.data !== undefined && !query.isPlaceholderData;
  return {
    ...{ error: query.error, refetch: query.refetch },
    preview: useLastGood(query.data) ?? whole.data,
    isCurrent: isOfDraft && !isRefusal(query.error) && sample === draft.sample,
  };
}

/** The request follows the draft once nobody types; by its text, for it is a new one each time. */
function useWork(body: PlanRequest | null) {
  const text = JSON.stringify(body);
  const settled = useSettled(text, 150);
  const query = usePlan(JSON.parse(settled) as PlanRequest | null);
  const isWaiting = query.isPlaceholderData || query.isPending || text !== settled;
  const last = useLastGood(query.data);
  return {
    ...{ error: query.error, refetch: query.refetch },
    plan: query.isError ? query.data : last,
    isWaiting,
  };
}

function troubleOf(error: Error | null): Pick<Planned, 'trouble' | 'fields'> {
  if (!isRefusal(error)) return { trouble: null, fields: {} };
  const { detail, fields } = asApiError(error);
  return { trouble: detail, fields };
}

function failureOf(pool: Error | null, work: Error | null): string | null {
  if (isRefusal(pool)) return null;
  if (pool !== null) return `The pool cannot be counted now. ${sentence(pool)}`;
  return work === null ? null : `The work cannot be forecast. ${sentence(work)}`;
}

/** The draw, and whether it waits for the server; nothing is awaited for a whole pool. */
function useDraw(draft: Draft, preview: PoolPreview | undefined) {
  const design = useDesign(draft, preview, draft.way === 'design');
  const error = draft.way === 'design' ? design.error : null;
  const isCurrent = draft.way !== 'design' || (design.isCurrent && !isRefusal(error));
  const { found, refetch } = design;
  const isTooFew = draft.way === 'design' && isCurrent && found !== undefined && !canDraw(found);
  return { draw: drawOf(draft, design), isCurrent, isTooFew, error, refetch };
}

type Sized = Readonly<{
  draft: Draft;
  preview: PoolPreview | undefined;
  draw: AskedDraw | null;
}>;

/** What the work is forecast from; null asks nothing. */
const bodyOf = ({ draft, preview, draw }: Sized, isAsked: boolean): PlanRequest | null =>
  isAsked && preview !== undefined ? planOf(draft, preview, draw) : null;

type Counting = Omit<Planned, 'plan' | 'draw' | 'activeTrouble'>;

/** Of pairs chosen step by step nobody knows how many there will be: only what they are chosen from. */
function useChosen(draft: Draft, counting: Counting, isCounted: boolean): Planned {
  const isAsked = draft.way === 'active';
  const { data: choices, error, refetch } = useActiveChoices(isAsked);
  const hasRuns = draft.runs.length > 0;
  return {
    ...counting,
    preview: hasRuns ? counting.preview : undefined,
    ...{ plan: undefined, draw: null },
    isBehind: choices === undefined || (hasRuns && !isCounted),
    activeTrouble: choices === undefined ? null : activeTrouble(draft, choices),
    failure:
      error === null ? counting.failure : `The strategies cannot be listed. ${sentence(error)}`,
    retry: error === null ? counting.retry : () => void refetch(),
  };
}

/** Counts the draft's pool, and forecasts its work: once, for all steps. */
export function usePlanned(draft: Draft): Planned {
  const { preview, isCurrent: isCounted, ...pool } = usePool(draft);
  const { draw, isCurrent: isDrawn, isTooFew, ...design } = useDraw(draft, preview);
  const isCurrent = isCounted && isDrawn && !isTooFew;
  const isChosen = draft.way === 'active';
  const { plan, isWaiting, ...work } = useWork(
    bodyOf({ draft, preview, draw }, isCurrent && !isChosen),
  );
  const asked = pool.error === null ? design : pool;
  const counted: Planned = {
    ...{ preview, plan, draw },
    isBehind: !isCurrent || isWaiting,
    ...(isTooFew ? { trouble: TOO_FEW, fields: {} } : troubleOf(asked.error)),
    failure: failureOf(asked.error, isCurrent ? work.error : null),
    retry: () => void (asked.error === null ? work : asked).refetch(),
  };
  const chosen = useChosen(draft, counted, isCurrent);
  return isChosen ? chosen : counted;
}
