import type {
  Activity,
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
import type { Transport } from '@/features/judging/desk';

/** The least that each thing of the server needs, for tests. */

export const grade = (value: number, part: Partial<Grade> = {}): Grade => ({
  value,
  name: `Grade ${value}`,
  description: '',
  colour: '#888888',
  requires_span: false,
  ...part,
});

export const judgingSetup = (part: Partial<JudgingSetup> = {}): JudgingSetup => ({
  campaign: { id: 1, name: 'spruces', state: 'open', asks_confidence: false, asks_note: false },
  scale: [
    grade(1, { name: 'Irrelevant' }),
    grade(2, { name: 'Good' }),
    grade(3, { name: 'Perfect', requires_span: true }),
  ],
  reasons: [{ code: 'unreadable', name: 'Cannot be read' }],
  guideline: { version: 1, html: '<p>Judge what it says.</p>', examples: [] },
  notice: null,
  qualification: null,
  english_level: '',
  progress: { n_judged: 0, n_not_judged: 0, share: null },
  recent_active_ms: [],
  ...part,
});

export const round = (part: Partial<Qualification> = {}): Qualification => ({
  n_pairs: 3,
  pass_share: 0.8,
  attempt: 1,
  max_attempts: 2,
  is_qualified: false,
  ...part,
});

export const assignment = (id: string, part: Partial<Assignment> = {}): Assignment => ({
  key: id,
  ticket: `${id}:signed`,
  topic: { query: 'how long do spruce trees live', description: '', narrative: '' },
  passage: { title: '', text: `Text of ${id}` },
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

type Behavior = (submission: Submission) => Promise<void>;

/** A server in memory that hands out passages in order and keeps what it is sent. */
export class FakeServer implements Transport {
  readonly received: Submission[] = [];
  readonly earlier: OwnJudgment[] = [];
  readonly activities: Activity[] = [];
  /** May delay an answer, or reject to refuse it. */
  onSubmit: Behavior = () => Promise.resolve();
  /** What the expert says, in a qualification round. */
  feedback: Feedback | null = null;
  /** What is said of a judgment that comes too late. */
  sentence: string | null = null;
  /** Why there is nothing, when there is nothing. */
  empty: Empty['reason'] = 'finished';
  /** How many are the assessor's. */
  share: number | null = null;
  #left: string[];
  #hands = 0;

  constructor(ids: readonly string[]) {
    this.#left = [...ids];
  }

  readonly claim = (n: number) => Promise.resolve(this.#supply(n));

  readonly listOwn = () => Promise.resolve(this.earlier);

  readonly submit = async (submission: Submission): Promise<Submitted> => {
    await this.onSubmit(submission);
    this.received.push(submission);
    this.#left = this.#left.filter((id) => !submission.ticket.startsWith(`${id}:`));
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

  /** Tickets are signed anew each time, as the real ones are. */
  #supply(n: number) {
    this.#hands += 1;
    const assignments = this.#left
      .slice(0, n)
      .map((id) => assignment(id, { ticket: `${id}:signature-${this.#hands}` }));
    const empty = assignments.length > 0 ? null : { reason: this.empty, free_at: null };
    return {
      assignments,
      empty,
      progress: { n_judged: this.received.length, n_not_judged: 0, share: this.share },
    };
  }
}
