import { useState } from 'react';
import { useCandidates } from '@/features/campaign/api/setup';
import { findKnown } from '@/features/campaign/setup/draft/known';
import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { ChoosingProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Unread } from '@/shared/ui/requests/Unread';
import { FoldedText } from '@/shared/ui/tables/FoldedText';
import { useShortList } from '@/shared/ui/tables/useShortList';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import styles from '@/features/campaign/setup/known/known.module.css';
import text from '@/shared/styles/text.module.css';

const FIRST = 10;
const NOT_CHOSEN = { value: '', label: 'not chosen' };

/** The pool's pairs, topic by topic; a grade chooses one. */
export function PairPicker({ draft, kind, pool, onAdd, onRemove }: ChoosingProps) {
  const [search, setSearch] = useState('');
  const [topic, setTopic] = useState('');
  const [words, setWords] = useState('');
  const query = useCandidates(pool, search, topic);
  const { data } = query;
  const found = (data?.pairs ?? []).filter((one) =>
    `${one.passage_id} ${one.text}`.toLowerCase().includes(words.toLowerCase()),
  );
  const [shown, more] = useShortList(found, FIRST, 'passage');
  if (data === undefined)
    return <Unread of={query} waiting="Listing the pool" trouble="The pool cannot be listed now" />;
  const grades = inOrder(draft.grades).map(({ value, name }) => ({
    value: String(value),
    label: gradeTitle(value, name),
  }));
  const query_id = data.topic?.query_id ?? '';
  return (
    <>
      <div className={fields.row}>
        <SearchField
          label="Find a topic"
          hint={`${counted(data.n_topics, 'topic')} found.`}
          value={search}
          onSearch={(typed) => {
            setSearch(typed);
            setTopic('');
          }}
        />
        <SelectField
          label="Topic"
          options={data.topics.map((one) => ({
            value: one.query_id,
            label: `${one.query_id}: ${one.query}`,
          }))}
          value={query_id}
          onChange={setTopic}
        />
        <SearchField label="Words in the passage" value={words} onSearch={setWords} />
      </div>
      <ul role="list" className={styles.pairs} aria-label="Passages of the topic">
        {shown.map(({ passage_id, text: body, ranks, old_grades: old }) => {
          const chosen = findKnown(draft.known, { query_id, passage_id });
          const isOther = chosen !== undefined && chosen.kind !== kind;
          return (
            <li key={passage_id} className={styles.pair} aria-label={passage_id}>
              <div>
                <b>{passage_id}</b>{' '}
                <span className={text.note}>
                  {ranks.map(({ run, rank }) => `${run} rank ${rank}`).join(', ')}
                  {old.map(({ labels, value }) => ` · ${labels}: ${value}`).join('')}
                </span>
                <p className={styles.text}>
                  <FoldedText body={body} />
                </p>
              </div>
              {isOther ? (
                <p className={text.soft}>A {chosen.kind} pair.</p>
              ) : (
                <SelectField
                  label="Grade"
                  options={[NOT_CHOSEN, ...grades]}
                  value={chosen === undefined ? '' : String(chosen.grade)}
                  onChange={(value) => {
                    if (value !== '') {
                      const explanation = chosen?.explanation ?? '';
                      onAdd([
                        {
                          query_id,
                          passage_id,
                          kind,
                          grade: Number(value),
                          explanation,
                          query: data.topic?.query ?? '',
                          text: body,
                        },
                      ]);
                    } else if (chosen !== undefined) onRemove(chosen);
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className={text.soft}>No passage of the pool matches.</p>}
      {more}
    </>
  );
}
