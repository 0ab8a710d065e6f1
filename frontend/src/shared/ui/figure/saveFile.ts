/** A moment in which every browser has begun to read what it was given. */
const READ_AFTER_MS = 10_000;
const NOT_OF_NAMES = /[^\p{L}\p{N}._-]+/gu;

/** A name that every file system takes. */
export const fileNameOf = (text: string): string =>
  text.replaceAll(NOT_OF_NAMES, '-').replaceAll(/^-+|-+$/g, '') || 'figure';

/** Hands a file that was made here to the browser, which saves it as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_AFTER_MS);
}
