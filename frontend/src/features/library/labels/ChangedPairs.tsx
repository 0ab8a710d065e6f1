import type { ChangedPairsPage, LabelComparison } from '@/api/types';
import { useSteadyRead } from '@/api/read';
import { chosenOf, pageOf, toPage } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { counted } from '@/shared/format/numbers';
import { FoldedText } from '@/shared/ui/tables/FoldedText';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Paged } from '@/shared/ui/tables/Paged';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

type Props = Readonly<{ found: LabelComparison; params: URLSearchParams; change: ChangeAddress }>;
type Way = 'gained' | 'lost' | 'value' | 'added' | 'dropped';

const waysOf = ({ first, second }: LabelComparison): Readonly<Record<Way, string>> => ({
  gained: `relevant in ${second.name} alone`,
  lost: `relevant in ${first.name} alone`,
  value: 'with two labels',
  added: `labelled by ${second.name} alone`,
  dropped: `labelled by ${first.name} alone`,
});

const shown = (label: number | null): string => (label === null ? 'no label' : `${label}`);

function Pairs({ data, found }: Readonly<{ data: ChangedPairsPage; found: LabelComparison }>) {
  return data.rows.map((pair) => (
    <article key={`${pair.query_id} ${pair.doc_id}`} className={styles.changed}>
      <h3 dir="auto">{pair.query}</h3>
      <p className={text.soft}>
        {pair.query_id}, {pair.doc_id}: {shown(pair.first)} in {found.first.name},{' '}
        {shown(pair.second)} in {found.second.name}
      </p>
      <FoldedText body={pair.text} />
    </article>
  ));
}

/** The pairs that differ in one way, with their texts. */
export function ChangedPairs({ found, params, change }: Props) {
  const ways = waysOf(found);
  const way = chosenOf(params, 'way', Object.keys(ways)) as Way;
  const page = pageOf(params);
  const query = { first: found.first.name, second: found.second.name, way, page };
  const pairs = useSteadyRead('/api/labels/compare/pairs', query, {
    staleTime: Infinity,
  });
  const options = Object.entries(ways).map(([value, label]) => ({
    value,
    label: `${label} (${found.differences[value] ?? 0})`,
  }));
  return (
    <>
      <SelectField
        label="Pairs"
        width="full"
        options={options}
        value={way}
        onChange={(value) => change({ way: value, page: '' })}
      />
      <Paged query={pairs} of="pairs" waiting="Looking for the pairs" onPage={toPage(change)}>
        {(data) => (
          <>
            <p role="status">{data.n === 0 ? 'There is none.' : `${counted(data.n, 'pair')}.`}</p>
            <Pairs data={data} found={found} />
          </>
        )}
      </Paged>
    </>
  );
}
