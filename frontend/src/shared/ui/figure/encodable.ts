/** Letters of drawings that Helvetica lacks, and the nearest that it has. */
const NEAREST: Readonly<Record<string, string>> = { '−': '–', '●': '•', '■': '•', '◆': '•' };
/** What the encoding of a PDF's own fonts holds (Windows-1252). */
const ENCODED = /^[\u0020-\u007e\u00a0-\u00ff–—‘’‚“”„†‡•…‰‹›€™]*$/u;

/** A text in letters that every PDF reader has. */
export function encodable(words: string): string {
  const near = words.replaceAll(/[−●■◆]/gu, (letter) => NEAREST[letter] ?? letter);
  if (!ENCODED.test(near)) throw new Error(`A PDF cannot show the letters of “${words}”.`);
  return near;
}
