import { SubmissionStore } from '@/features/judging/outbox/submissionStore';
import { noTabs } from '@/features/judging/outbox/tabs';
import type { Tabs } from '@/features/judging/outbox/tabs';

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
