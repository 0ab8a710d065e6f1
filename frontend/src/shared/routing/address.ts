/** A query as an address has it, without what is '' or undefined. Commas and at-signs stay readable. */
export function addressOf(query: Readonly<Record<string, unknown>>): string {
  const found = Object.entries(query).filter(([, value]) => value !== '' && value !== undefined);
  return new URLSearchParams(found.map(([key, value]) => [key, String(value)]))
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%40', '@');
}
