/** The e-mail addresses of a text, in which line breaks, commas, semicolons and blanks part them. */
export const addressesIn = (text: string): string[] =>
  text.split(/[\s,;]+/).filter((part) => part !== '');
