/** Says whose a request is: the server takes it under no other account. Headers hold no other letters. */
export const whose = (username: string): Readonly<Record<string, string>> => ({
  'X-Regrade-Username': encodeURIComponent(username),
});
