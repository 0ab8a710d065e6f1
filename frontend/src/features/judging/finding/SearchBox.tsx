import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Search } from '@/features/judging/search/useSearch';
import { SearchField } from '@/shared/ui/fields/SearchField';

/** Escape leaves a field, and nothing else: the next one closes the panel. */
export function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.blur();
}

type Props = Readonly<{ search: Search; onSearch: () => void }>;

/** Words to search the collection for. */
export function SearchBox({ search, onSearch }: Props) {
  const { words, setWords, isAsked, answer } = search;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    answer();
  }, [isAsked, answer]);
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        ref={field}
        label="Search the collection"
        value={words}
        onSearch={(typed) => {
          setWords(typed);
          onSearch();
        }}
        onKeyDown={leaveOnEscape}
      />
    </form>
  );
}
