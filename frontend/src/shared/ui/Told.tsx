/** What in the address could not be read, and what is shown instead; nothing where all could. */
export function Told({ told }: Readonly<{ told: readonly string[] }>) {
  return told.length > 0 && <p role="status">{told.join(' ')}</p>;
}
