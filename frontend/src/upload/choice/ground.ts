import { shellWord } from '@/shared/format/shellWord';

/** What runs and labels are over. */
export type Ground = Readonly<{ collection: string; topicSet: string }>;

export const keyOf = ({ collection, topicSet }: Ground): string => `${collection} ${topicSet}`;

/** The end of a command that takes in what is over this ground. */
export const asOptions = ({ collection, topicSet }: Ground): string =>
  `--collection ${shellWord(collection)} --topics ${shellWord(topicSet)}`;
