type Props = Readonly<{
  /** Where the server has the file, with what it asks for. */
  href: string;
  children: string;
}>;

/** A CSV file of the server, and the same with the byte order mark by which Excel knows UTF-8. */
export function CsvLinks({ href, children }: Props) {
  return (
    <>
      <a href={href} download>
        {children}
      </a>
      <a href={`${href}&bom=true`} download>
        {`${children} for Excel`}
      </a>
    </>
  );
}
