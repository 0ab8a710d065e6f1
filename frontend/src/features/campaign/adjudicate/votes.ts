import type { ShownVote } from '@/api/types';

type NamedVote = Readonly<{ name: string; vote: ShownVote }>;

/** Votes differ by their place alone: nobody is to know whose they are. */
export const voteNames = (votes: readonly ShownVote[]): NamedVote[] =>
  votes.map((vote, index) => ({ name: `vote ${index + 1}`, vote }));
