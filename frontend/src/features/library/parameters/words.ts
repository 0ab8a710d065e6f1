/** With a capital at its head. */
export const capitalized = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** What the server tells in the words of a command’s help, as a page says it. */
export const sentenceOf = (words: string): string => `${capitalized(words)}.`;
