import type { ComponentProps, ReactNode } from 'react';
import type { Query } from '@/shared/requests/together';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Pager } from '@/shared/ui/tables/Pager';
import text from '@/shared/styles/text.module.css';

type Page = Readonly<{ page: number; n_pages: number }>;

type Props<Data extends Page> = Omit<ComponentProps<typeof Loaded<Data>>, 'query'> &
  Pick<ComponentProps<typeof Pager>, 'of'> &
  Readonly<{
    query: Query<Data> & Readonly<{ isPlaceholderData: boolean }>;
    /** How much there is, read aloud when it changes. */
    found?: (data: Data) => ReactNode;
    onPage: (page: number) => void;
  }>;

/** One page of a numbered list, and the way to the others. */
export function Paged<Data extends Page>(props: Props<Data>) {
  const { query, of, found, onPage, children, ...loaded } = props;
  return (
    <Loaded query={query} {...loaded}>
      {(data) => (
        <div aria-busy={query.isPlaceholderData}>
          {found && (
            <p role="status" className={text.soft}>
              {found(data)}
            </p>
          )}
          {children(data)}
          <Pager page={data.page} nPages={data.n_pages} of={of} onChange={onPage} />
        </div>
      )}
    </Loaded>
  );
}
