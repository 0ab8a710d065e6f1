/** As the server has it: Django's own length. */
export const SHORTEST_PASSWORD = 8;

/** What a new password must be like, as the server checks it. */
export const NEW_PASSWORD = `At least ${SHORTEST_PASSWORD} characters, not digits alone, unlike your username, and hard to guess.`;

/** What a new username must be like, as the server checks it. */
export const NEW_USERNAME = 'Letters, digits and @ . + - _, without spaces.';

const USERNAME = /^[\p{L}\p{M}\p{N}_.@+-]*$/u;

export const usernameTrouble = (name: string): string | null =>
  USERNAME.test(name.trim()) ? null : 'Leave out spaces, and all signs but @ . + - _';

/** What is wrong with a new password; the server knows more: which ones many people use. */
export function passwordTrouble(password: string, username: string): string | null {
  if (password === '') return null;
  if (password.length < SHORTEST_PASSWORD)
    return `This is too short: use at least ${SHORTEST_PASSWORD} characters.`;
  if (/^\d+$/.test(password)) return 'These are digits alone: add letters or signs.';
  const isName = password.toLowerCase() === username.trim().toLowerCase();
  return isName ? 'This is your username: choose another password.' : null;
}
