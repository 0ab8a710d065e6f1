import { shellWord } from '@/shared/format/shellWord';
import type { CollectionWithTopics } from '@/upload/send/uploads';

export const keyOf = ({ collection, topicSet }: CollectionWithTopics): string =>
  `${collection} ${topicSet}`;

/** The end of a command that takes in what is over this collection and topic set. */
export const asOptions = ({ collection, topicSet }: CollectionWithTopics): string =>
  `--collection ${shellWord(collection)} --topics ${shellWord(topicSet)}`;
