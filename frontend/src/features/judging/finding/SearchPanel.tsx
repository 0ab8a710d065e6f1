import { useState } from 'react';
import type { JudgingSetup } from '@/api/types';
import type { Judging } from '@/features/judging/desk/useJudging';
import { HitList } from '@/features/judging/finding/HitList';
import { JudgedHere } from '@/features/judging/finding/JudgedHere';
import { ScanField } from '@/features/judging/finding/ScanField';
import { SearchBox } from '@/features/judging/finding/SearchBox';
import { useSearched } from '@/features/judging/finding/useSearched';
import { useTabText } from '@/features/judging/search/useTabText';
import { Segmented } from '@/shared/ui/fields/Segmented';
import styles from '@/features/judging/finding/finding.module.css';
import text from '@/shared/styles/text.module.css';

type List = 'found' | 'judged';

const LISTS = [
  { value: 'found', label: 'Found' },
  { value: 'judged', label: 'Judged so far' },
] as const;

type Props = Readonly<{ judging: Judging; setup: JudgingSetup }>;

/** Beside the passages of a topic: more of them by words, words to highlight, and what was judged. */
export function SearchPanel({ judging, setup }: Props) {
  const searched = useSearched(judging.state.deck);
  const [words, setWords] = useTabText(`regrade.search/${judging.search.place}`);
  const [chosen, choose] = useState<List | null>(null);
  const list = chosen ?? (words.trim() === '' ? 'judged' : 'found');
  if (searched === null)
    return <p className={text.soft}>You can search once you have a passage of your topic.</p>;
  return (
    <div className={styles.search}>
      <SearchBox
        judging={judging}
        words={words}
        onSearch={(typed) => {
          setWords(typed);
          choose(null);
        }}
      />
      <ScanField judging={judging} />
      <Segmented label="Passages of this topic" options={LISTS} value={list} onChange={choose} />
      {list === 'found' ? (
        <HitList judging={judging} setup={setup} ticket={searched.ticket} words={words.trim()} />
      ) : (
        <JudgedHere judging={judging} setup={setup} query={searched.topic.query} />
      )}
    </div>
  );
}
