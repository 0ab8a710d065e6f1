/** What in the address could not be read, and what is shown instead; nothing where all could. */
export function Told({ found }: Readonly<{ found: readonly string[] }>) {
  return found.length > 0 && <p role="status">{found.join(' ')}</p>;
}
