type Props = Readonly<{ notes: readonly string[] }>;

/** What in the address could not be read, and what is shown instead; nothing where all could. */
export const AddressNotes = ({ notes }: Props) =>
  notes.length > 0 && <p role="status">{notes.join(' ')}</p>;
