import { pageOf, useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import type { Option } from '@/shared/ui/fields/SelectField';

/** What a list of the library is narrowed to, its order, and where one is in it. */
export type Sought<Sort extends string = string> = Readonly<{
  search: string;
  /** A topic set; '' for all. */
  of: string;
  sort: Sort;
  isArchived: boolean;
  page: number;
}>;

/** The orders that a list offers; the first holds where nothing is asked for. */
export type Orders<Sort extends string> = readonly [Option<Sort>, ...Option<Sort>[]];

const A_PAGE = 50;

/** What the address asks for, and how to change it; whatever is changed, the first page is shown. */
export function useShelf<Sort extends string>(
  path: string,
  orders: Orders<Sort>,
): readonly [Sought<Sort>, ChangeAddress] {
  const [params, change] = useAddress(path);
  const asked = orders.find(({ value }) => value === params.get('sort'));
  const sought = {
    search: params.get('search') ?? '',
    of: params.get('of') ?? '',
    sort: (asked ?? orders[0]).value,
    isArchived: params.get('archived') === 'yes',
    page: pageOf(params),
  };
  return [sought, (part) => change({ page: '', ...part })];
}

/** What the server is asked. */
export type Asked<Sort extends string> = Readonly<{
  search?: string;
  topic_set?: string;
  sort: Sort;
  archived: 'yes' | 'no';
  page: number;
  size: number;
}>;

export function askedOf<Sort extends string>(sought: Sought<Sort>): Asked<Sort> {
  const { search, of, sort, isArchived, page } = sought;
  return {
    ...(search !== '' && { search }),
    ...(of !== '' && { topic_set: of }),
    sort,
    archived: isArchived ? 'yes' : 'no',
    page,
    size: A_PAGE,
  };
}
