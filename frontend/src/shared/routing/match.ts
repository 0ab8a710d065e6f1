export type Params = Readonly<Partial<Record<string, string>>>;

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((one) => one !== '');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What the end of an address names, after the '#'. */
export const decodedHash = (hash: string): string => decoded(hash.slice(1));

/** What `:names` of a pattern stand for in a path; null where it does not fit. `*` fits all. */
export function match(pattern: string, pathname: string): Params | null {
  if (pattern === '*') return {};
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const segment = decoded(given[index] ?? '');
    if (want.startsWith(':')) params[want.slice(1)] = segment;
    else if (want.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}
