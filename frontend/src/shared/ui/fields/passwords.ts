/** As the server has it: Django's own length. */
export const SHORTEST_PASSWORD = 8;

/** What a new password is to be like, as the server checks it. */
export const NEW_PASSWORD = `At least ${SHORTEST_PASSWORD} characters, not digits alone, unlike your username, and none of the passwords that are used most.`;
