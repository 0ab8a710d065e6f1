import { useLocation, useNavigate, useSearchParams } from '@/shared/routing/location';
import { addressOf, changed, searchOf } from '@/features/campaign/pairs/search/search';
import type { Change, Search } from '@/features/campaign/pairs/search/search';

export type ChangeSearch = (part: Change, options?: Readonly<{ replace: boolean }>) => void;

/** The search of the address, how to change it, which Back undoes, and how to empty it. */
export function useSearch(): readonly [Search, ChangeSearch, () => void] {
  const search = searchOf(useSearchParams());
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return [
    search,
    (part, options) => navigate(`${pathname}${addressOf(changed(search, part))}`, options),
    () => navigate(pathname),
  ];
}
