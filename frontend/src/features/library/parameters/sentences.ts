/** Capitalizes the first letter. */
export const capitalized = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** A command’s help text as a sentence. */
export const sentenceOf = (text: string): string => `${capitalized(text)}.`;
