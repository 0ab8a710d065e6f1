import type { CampaignCourse } from '@/api/types';
import { settlingPage, undecidedPairs } from '@/features/campaign/kit/deciding';
import { counted } from '@/shared/format';

type Code = CampaignCourse['needs'][number]['code'];

export type NeedLink = Readonly<{ code: Code; text: string; to: string }>;

const TEXTS: Readonly<Record<Code, (n: number) => string>> = {
  stuck: (n) => `${counted(n, 'pair')} stuck: too many could not judge ${n === 1 ? 'it' : 'them'}`,
  disagreements: (n) => `${counted(n, 'disagreement')} to settle`,
  flagged: (n) =>
    n === 1
      ? '1 person whose work deserves a look'
      : `${counted(n, 'person', 'people')} whose work deserves a look`,
  no_guideline: () => 'No guideline is published',
  no_assessor: () => 'No assessor has joined',
};

const PAGES: Readonly<Record<Code, (id: number) => string>> = {
  stuck: (id) => undecidedPairs(id, 'waiting'),
  disagreements: settlingPage,
  flagged: (id) => `/campaigns/${id}/assessors`,
  no_guideline: (id) => `/campaigns/${id}/guideline`,
  no_assessor: (id) => `/campaigns/${id}/people`,
};

/** What a campaign needs, each with the page where one does something about it. */
export const needLinks = ({ id, needs }: Pick<CampaignCourse, 'id' | 'needs'>): NeedLink[] =>
  needs.map(({ code, n }) => ({ code, text: TEXTS[code](n), to: PAGES[code](id) }));
