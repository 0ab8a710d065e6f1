type Props = Readonly<{ label: string }>;

/** Stays invisible for the first moment, so that quick answers do not flicker. */
export function Waiting({ label }: Props) {
  return (
    <p className="waiting" role="status">
      {label}…
    </p>
  );
}
