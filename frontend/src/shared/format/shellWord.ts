const HARMLESS = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Text as one word of a POSIX shell: quoted where it holds anything that a shell could read otherwise. */
export const shellWord = (text: string): string =>
  HARMLESS.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;

/** The same of a file in the folder where one is: a name that begins like an option is none. */
export const shellFile = (name: string): string =>
  shellWord(name.startsWith('-') ? `./${name}` : name);
