/** A request of the page: its answer, and what went wrong. */
export type Query<Data> = Readonly<{
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
}>;

type Answers<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends Query<infer Data> ? Data : never;
};

/** Several requests as one, which is answered once all of them are. */
export function together<Queries extends Readonly<Record<string, Query<unknown>>>>(
  queries: Queries,
): Query<Answers<Queries>> {
  const all = Object.entries(queries);
  const isWhole = all.every(([, { data }]) => data !== undefined);
  const answers = Object.fromEntries(all.map(([name, { data }]) => [name, data]));
  return {
    data: isWhole ? (answers as Answers<Queries>) : undefined,
    error: all.find(([, { error }]) => error !== null)?.[1].error ?? null,
    refetch: () => Promise.all(all.map(([, { refetch }]) => refetch())),
  };
}
