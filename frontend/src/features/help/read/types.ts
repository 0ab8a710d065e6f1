export type Heading = Readonly<{ level: number; title: string; slug: string }>;

/** A page of help as it was built; its title is not in its HTML. */
export type HelpPage = Readonly<{ title: string; html: string; headings: readonly Heading[] }>;

/** What is searched: the text below one heading, or before the first, which has no slug. */
export type Section = Readonly<{ page: string; heading: string; slug: string; text: string }>;
