import { shellWord } from '@/shared/format/shellWord';
import type { Ground } from '@/upload/send/uploads';

export const keyOf = ({ collection, topicSet }: Ground): string => `${collection} ${topicSet}`;

/** The end of a command that takes in what is over this ground. */
export const asOptions = ({ collection, topicSet }: Ground): string =>
  `--collection ${shellWord(collection)} --topics ${shellWord(topicSet)}`;
