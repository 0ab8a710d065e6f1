import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Judging } from '@/features/judging/desk/useJudging';
import { SearchField } from '@/shared/ui/fields/SearchField';

/** Escape leaves a field, and nothing else: the next one closes the panel. */
export function leaveOnEscape(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.blur();
}

type Props = Readonly<{ judging: Judging; words: string; onSearch: (typed: string) => void }>;

/** Words to search the collection for. */
export function SearchBox({ judging: { isSearchAsked, answerSearch }, words, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSearchAsked) return;
    field.current?.focus();
    answerSearch();
  }, [isSearchAsked, answerSearch]);
  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField
        ref={field}
        label="Search the collection"
        value={words}
        onSearch={onSearch}
        onKeyDown={leaveOnEscape}
      />
    </form>
  );
}
