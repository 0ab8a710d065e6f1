import type { Body } from '@/api/calls';
import type {
  Assignment,
  Empty,
  Feedback,
  Grade,
  JudgingSetup,
  OwnJudgment,
  Qualification,
  Submission,
  Submitted,
} from '@/api/types';
import { cardOf, shown } from '@/features/judging/pair/deck';
import type { Verdict } from '@/features/judging/pair/deck';
import { Desk } from '@/features/judging/desk/desk';
import type { Transport } from '@/features/judging/desk/environment';
import type { PendingSubmission } from '@/features/judging/outbox/pendingSubmissions';

/** Minimal server objects for tests. */

export type Activity = Body<'/api/judging/{campaign_id}/activity'>;

export const grade = (value: number, part: Partial<Grade> = {}): Grade => ({
  value,
  name: `Grade ${value}`,
  description: '',
  colour: '#888888',
  requires_span: false,
  ...part,
});

export const judgingSetup = (part: Partial<JudgingSetup> = {}): JudgingSetup => ({
  campaign: {
    id: 1,
    name: 'spruces',
    state: 'open',
    asks_confidence: false,
    asks_note: false,
    allows_search: false,
  },
  scale: [
    grade(1, { name: 'Irrelevant' }),
    grade(2, { name: 'Good' }),
    grade(3, { name: 'Perfect', requires_span: true }),
  ],
  reasons: [{ code: 'unreadable', name: 'Cannot be read' }],
  guideline: { version: 1, html: '<p>Judge what it says.</p>', examples: [], changes: [] },
  notice: null,
  qualification: null,
  messages: [],
  english_level: '',
  progress: { n_judged: 0, n_not_judged: 0, share: null },
  newest: { guideline: 1, message: null },
  recent_active_ms: [],
  ...part,
});

export const round = (part: Partial<Qualification> = {}): Qualification => ({
  n_pairs: 3,
  pass_share: 0.8,
  n_needed: 3,
  n_answered: 0,
  n_right_before: null,
  attempt: 1,
  max_attempts: 2,
  is_qualified: false,
  ...part,
});

export const assignment = (id: string, part: Partial<Assignment> = {}): Assignment => ({
  key: id,
  ticket: `${id}:signed`,
  topic: { query: 'how long do spruce trees live', description: '', narrative: '' },
  passage: { title: '', text: `Text of ${id}`, seam: null },
  place: 1,
  n_in_topic: 20,
  leased_until: '2030-01-01T00:00:00Z',
  ...part,
});

export const ownJudgment = (id: string, value: number): OwnJudgment => {
  const { key, ticket, topic, passage } = assignment(id);
  return {
    id: 1,
    key,
    ticket,
    answer: `answer of ${id}`,
    topic,
    passage,
    grade: value,
    reason_not_judged: null,
    spans: [],
    confidence: null,
    note: '',
    created_at: '2030-01-01T00:00:00Z',
  };
};

export const pending = (key: string, part: Partial<PendingSubmission> = {}): PendingSubmission => ({
  key,
  username: 'alice',
  campaignId: 1,
  card: cardOf(assignment('a')),
  verdict: { grade: 3, reason: null, spans: [] },
  before: null,
  submission: {
    ticket: 'a:signed',
    grade: 3,
    reason_not_judged: null,
    spans: [],
    note: '',
    active_ms: 1,
    away_ms: 0,
    client_key: key,
    claim: 0,
  },
  ...part,
});

type Behavior = (submission: Submission) => Promise<void>;

/** A server in memory that serves passages in order and keeps what it is sent. */
export class FakeServer implements Transport {
  readonly received: Submission[] = [];
  readonly earlier: OwnJudgment[] = [];
  readonly activities: Activity[] = [];
  /** May delay an answer, or reject the submission. */
  onSubmit: Behavior = () => Promise.resolve();
  /** What the expert says, in a qualification round. */
  feedback: Feedback | null = null;
  /** What is said of a judgment that comes too late. */
  sentence: string | null = null;
  /** Why there is nothing, when there is nothing. */
  empty: Empty['reason'] = 'finished';
  /** In how many seconds there may be something again. */
  freeInS: number | null = null;
  /** How many have waited longer. */
  nAhead: number | null = null;
  /** The campaign's state; nothing is served where it is not open. */
  state: Empty['state'] = 'open';
  /** How many are the assessor's. */
  share: number | null = null;
  newest: Submitted['newest'] = { guideline: 1, message: null };
  #left: string[];
  #nReplies = 0;
  #nLeased = 0;

  constructor(ids: readonly string[]) {
    this.#left = [...ids];
  }

  /** May reject: no passages come then. */
  onClaim: () => Promise<void> = () => Promise.resolve();

  readonly claim = async (n: number) => {
    await this.onClaim();
    return this.#supply(n);
  };

  listOwn = (): Promise<OwnJudgment[]> => Promise.resolve(this.earlier);

  readonly submit = async (submission: Submission): Promise<Submitted> => {
    await this.onSubmit(submission);
    const isNew = this.received.every(({ client_key: key }) => key !== submission.client_key);
    if (isNew) this.received.push(submission);
    const n = this.#left.length;
    this.#left = this.#left.filter((id) => !submission.ticket.startsWith(`${id}:`));
    this.#nLeased -= n - this.#left.length;
    const { grade: value, spans } = submission;
    const judgment = {
      id: 1,
      grade: value,
      reason_not_judged: null,
      spans,
      status: this.sentence === null ? ('vote' as const) : ('surplus' as const),
      sentence: this.sentence,
    };
    return { judgment, feedback: this.feedback, ...this.#supply(submission.claim) };
  };

  /** Tickets are signed anew each time, as the real ones are; a claim serves five more. */
  #supply(n: number) {
    this.#nReplies += 1;
    const isOpen = this.state === 'open' || this.state === 'pilot';
    if (n > 0) this.#nLeased = Math.min(n, this.#nLeased + 5, this.#left.length);
    const assignments = this.#left
      .slice(0, n > 0 && isOpen ? this.#nLeased : 0)
      .map((id) => assignment(id, { ticket: `${id}:signature-${this.#nReplies}` }));
    const isEmpty = n > 0 && assignments.length === 0;
    const reason = isOpen ? this.empty : ('not_open' as const);
    const empty = isEmpty
      ? { reason, free_at: null, free_in_s: this.freeInS, n_ahead: this.nAhead, state: this.state }
      : null;
    return {
      assignments,
      empty,
      progress: {
        n_judged: this.earlier.length + this.received.length,
        n_not_judged: 0,
        share: this.share,
      },
      newest: this.newest,
    };
  }
}

export const STAYED = { visit: 'a-visit', active_ms: 5_000, away_ms: 0 };

/** A desk over that server, with its first passages. */
export async function openDesk(server: FakeServer): Promise<Desk> {
  const desk = new Desk(server);
  await desk.start();
  return desk;
}

/** A desk with as many passages as it may hold, as the page has after a while. */
export async function fullDesk(server: FakeServer): Promise<Desk> {
  const desk = await openDesk(server);
  while (desk.getState().mayHoldMore) await desk.refill();
  return desk;
}

export const openKey = (desk: Desk): string | undefined => shown(desk.getState().deck)?.key;

export const verdictOf = (grade: number): Verdict => ({ grade, reason: null, spans: [] });

/** Gives the passage that lies open that grade. */
export function judge(desk: Desk, grade: number): void {
  const card = shown(desk.getState().deck);
  if (card === undefined) throw new Error('no passage lies open');
  desk.judge(card, verdictOf(grade), STAYED, 1);
}
