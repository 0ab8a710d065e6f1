import type { FailuresQuery, Study } from '@/api/types';

export const KINDS = {
  introduced: 'introduced by the variant',
  shared: 'shared by all rankers',
  alone: 'of one ranker alone',
  repaired: 'repaired by the variant',
};
export type Kind = keyof typeof KINDS;

const SHALLOWEST = '1';
export const DEPTHS: readonly string[] = [SHALLOWEST, '3', '10'];
export const ANY = '';

/** Which failures are shown; a ranker of '' is any. */
export type Choice = Readonly<{
  variant: string;
  which: Kind;
  within: string;
  ranker: string;
  page: number;
}>;

const isKind = (text: string): text is Kind => text in KINDS;

const depthOf = (text: string): string => (DEPTHS.includes(text) ? text : SHALLOWEST);

function pageOf(text: string): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

const firstVariant = ({ lines }: Study): string => (lines[1] ?? lines[0])?.title ?? '';

/** The choice in an address; what is not there is the first variant, and the most usual. */
export function choiceOf(params: URLSearchParams, study: Study): Choice {
  const which = params.get('which') ?? '';
  return {
    variant: params.get('variant') ?? firstVariant(study),
    which: isKind(which) ? which : 'introduced',
    within: depthOf(params.get('within') ?? ''),
    ranker: params.get('ranker') ?? ANY,
    page: pageOf(params.get('page') ?? ''),
  };
}

/** What is asked of the server for it. */
export function failuresQuery(name: string, choice: Choice): FailuresQuery {
  const { variant, which, within, ranker, page } = choice;
  const whose = ranker === ANY ? {} : { ranker };
  return { name, variant, which, within: Number(within), page, ...whose };
}

/** A rank in words. */
export const formatRank = (rank: number | null): string =>
  rank === null ? 'not found' : String(rank);
