import type { FoundPassage, FoundPassages } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { counted, formatCount } from '@/shared/format/numbers';
import { collectionPath, passagePath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { pageOf, useAddress, toPage } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { Paged } from '@/shared/ui/tables/Paged';
import { PassageText } from '@/shared/ui/passage/PassageText';
import { Button } from '@/shared/ui/forms/Button';
import { Form } from '@/shared/ui/forms/Form';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/collections/collections.module.css';

type ListProps = Readonly<{
  collection: string;
  passages: readonly FoundPassage[];
  /** The words that were looked for. */
  words: readonly string[];
}>;

/** Passages, each with the way to its page. */
function Passages({ collection, passages, words }: ListProps) {
  return (
    <ul role="list" className={styles.passages} aria-label="Passages">
      {passages.map((passage) => (
        <li key={passage.doc_id}>
          <PassageText passage={passage} query={words.join(' ')} />
          <small className={text.soft}>
            <Link to={passagePath(collection, passage.doc_id)}>{passage.doc_id}</Link>
            {passage.is_cut && `, its beginning of ${counted(passage.n_characters, 'character')}`}
          </small>
        </li>
      ))}
    </ul>
  );
}

const HOW: Readonly<Record<FoundPassages['found_by'], string>> = {
  order: 'in the order of the collection',
  doc_id: 'by their ids',
  bm25: 'ranked by BM25, with any of the words',
  words: 'with all of the words, in the order of the collection',
};

const found = ({ n, is_least: isLeast, found_by: by }: FoundPassages): string =>
  n === 0
    ? 'No passage found.'
    : `${isLeast ? 'At least ' : ''}${counted(n, 'passage')}, ${HOW[by]}.`;

type FoundProps = Readonly<{
  collection: string;
  sought: Readonly<{ search?: string; doc_id?: string; page: number }>;
  change: ChangeAddress;
}>;

function Found({ collection, sought, change }: FoundProps) {
  const asked = { name: collection, ...sought };
  const query = useSteadyRead('/api/collections/passages', asked, {
    retry: false,
  });
  return (
    <Paged
      query={query}
      of="passages"
      trouble="Nothing is found"
      waiting="Looking for passages"
      found={found}
      onPage={toPage(change)}
    >
      {({ rows, words }) => <Passages collection={collection} passages={rows} words={words} />}
    </Paged>
  );
}

type SoughtProps = Readonly<{ search: string; docId: string; change: ChangeAddress }>;

/** By words or by id; who types in one field empties the other. */
function Fields({ search, docId, change }: SoughtProps) {
  return (
    <Form className={styles.search} role="search">
      <SearchField
        label="Words"
        maxLength={500}
        value={search}
        onSearch={(typed) => change({ search: typed.trim(), doc_id: '', page: '' })}
      />
      <SearchField
        label="doc_id, or its beginning"
        maxLength={500}
        isVerbatim
        value={docId}
        onSearch={(typed) => change({ doc_id: typed.trim(), search: '', page: '' })}
      />
    </Form>
  );
}

/** What the server is asked: by words, else by id, else all in order. */
function soughtIn(search: string, docId: string): Readonly<{ search?: string; doc_id?: string }> {
  if (search !== '') return { search };
  return docId === '' ? {} : { doc_id: docId };
}

type Props = Readonly<{ collection: string; samples: readonly FoundPassage[] }>;

/** Passages of a collection: a few at first, then in order, by id, or found by words. */
export function PassageSearch({ collection, samples }: Props) {
  const [params, change] = useAddress(collectionPath(collection));
  const [search, docId] = [params.get('search') ?? '', params.get('doc_id') ?? ''];
  const isAsked = search !== '' || docId !== '' || params.has('page');
  return (
    <section aria-labelledby="passages">
      <h2 id="passages">Passages</h2>
      <Fields search={search} docId={docId} change={change} />
      {isAsked ? (
        <Found
          collection={collection}
          sought={{ ...soughtIn(search, docId), page: pageOf(params) }}
          change={change}
        />
      ) : (
        <>
          <p className={text.soft}>
            {formatCount(samples.length)} drawn at random.{' '}
            <Button look="flush" onClick={() => change({ page: '1' })}>
              All of them in order
            </Button>
          </p>
          <Passages collection={collection} passages={samples} words={[]} />
        </>
      )}
    </section>
  );
}
