/** Where the library shows a thing; names may hold any sign but a comma and a blank. */
export const runPath = (name: string): string => `/library/runs/of/${encodeURIComponent(name)}`;

export const labelsPath = (name: string): string =>
  `/library/labels/of/${encodeURIComponent(name)}`;

export const collectionPath = (name: string): string =>
  `/library/collections/of/${encodeURIComponent(name)}`;

export const topicSetPath = (name: string): string =>
  `/library/topics/of/${encodeURIComponent(name)}`;

/** The leaderboard of a topic set. */
export const boardPath = (topicSet: string): string =>
  `/library/topics/of/${encodeURIComponent(topicSet)}/board`;

/** The permanent address of a saved comparison. */
export const savedPath = (hash: string): string => `/comparisons/${hash}`;

/** Where the library lists a saved comparison. */
export const savedInLibrary = (name: string): string =>
  `/library/comparisons?search=${encodeURIComponent(name)}`;

/** Where one passage is shown: its text, who ranks it where, and how it was judged. */
export const passagePath = (collection: string, docId: string): string =>
  `/passages/${encodeURIComponent(collection)}/${encodeURIComponent(docId)}`;
