import type { Claimed, OwnJudgment, Submission, Submitted } from '@/api/types';
import { SubmissionStore } from '@/features/judging/outbox/submissionStore';
import { noTabs } from '@/features/judging/outbox/tabs';
import type { Tabs } from '@/features/judging/outbox/tabs';

/** The server, as far as a desk needs it. */
export type Transport = Readonly<{
  claim: (n: number) => Promise<Claimed>;
  submit: (submission: Submission) => Promise<Submitted>;
  listOwn: () => Promise<OwnJudgment[]>;
}>;

/** Whose desk it is, and what of the browser it uses. */
export type Environment = Readonly<{
  username: string;
  campaignId: number;
  store: SubmissionStore;
  tabs: Tabs;
}>;

/** A desk alone in its browser, which keeps nothing beyond the page. */
export const isolated = (): Environment => ({
  username: '',
  campaignId: 0,
  store: new SubmissionStore(() => Promise.reject(new Error('There is no database.'))),
  tabs: noTabs,
});
