import type { Claimed, Empty, Progress } from '@/api/types';
import type { Deck } from '@/features/judging/pair/deck';
import type { OutboxState } from '@/features/judging/outbox/outbox';
import type { ApiError } from '@/shared/requests/errors';

/** The last state of the work that the server sent. */
export type WorkStatus = Readonly<{
  progress: Progress;
  empty: Empty | null;
  /** What is newest of what organizers publish; a tab of an earlier release does not say. */
  newest: Claimed['newest'] | undefined;
  /** A sentence about the judgment saved last. */
  sentence: string | null;
}>;

export type DeskState = Readonly<{
  deck: Deck;
  outbox: OutboxState;
  workStatus: WorkStatus | null;
  isAsking: boolean;
  /** Whether the last claim brought some, and fewer than an assessor may hold: there may be more. */
  mayHoldMore: boolean;
  /** Why no passages came. */
  supplyTrouble: ApiError | null;
  /** Whether the passage that lay open here was judged in another tab a moment ago. */
  wasJudgedElsewhere: boolean;
}>;
