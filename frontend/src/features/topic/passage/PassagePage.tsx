import { useMemo } from 'react';
import type { PassageJudgments, PassageShown } from '@/api/types';
import { useRead, useSteadyRead } from '@/api/read';
import { Judgments } from '@/features/topic/passage/Judgments';
import { Steps } from '@/features/topic/passage/Steps';
import { Rankings } from '@/features/topic/passage/Rankings';
import { counted, formatCount, formatPlace } from '@/shared/format/numbers';
import { collectionPath, passagePath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { pageOf, useAddress } from '@/shared/routing/useAddress';
import { PassageText } from '@/shared/ui/passage/PassageText';
import { Loaded } from '@/shared/ui/requests/Loaded';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/topic/passage/passage.module.css';

type Props = Readonly<{ shown: PassageShown }>;

function whereIn({ ordinal, n_passages: n, ...passage }: PassageShown): string {
  const place = `passage ${formatCount(ordinal + 1)} of ${formatCount(n)}`;
  if (passage.document_id === null) return place;
  const { place_in_document: inside, n_in_document: nInside } = passage;
  const part =
    inside === null ? '' : `, the ${formatPlace(inside)} of its ${formatCount(nInside ?? 0)} here`;
  return `${place}; of document ${passage.document_id}${part}`;
}

/** The passages beside it, in its document or in the collection. */
function Beside({ shown: { collection, previous, next, goes_by: by } }: Props) {
  const label = by === 'document' ? 'of the document' : 'in the order of the collection';
  const to = (id: string): string => passagePath(collection, id);
  return (
    <Steps label={`Passages ${label}`} what="passage" {...{ previous, next, to }}>
      {label}
    </Steps>
  );
}

/** What the passage was before it was changed, and where it is changed again. */
function Family({ shown: { doc_id: id, originals, variants } }: Props) {
  return (
    <>
      {originals.map((one) => (
        <section key={one.collection} aria-label={`In ${one.collection}`}>
          <h2>
            As it is in <Link to={passagePath(one.collection, id)}>{one.collection}</Link>
          </h2>
          <PassageText passage={one} query="" />
        </section>
      ))}
      {variants.length > 0 && (
        <p>
          Changed in{' '}
          {variants.map((name, place) => (
            <span key={name}>
              {place > 0 && ', '}
              <Link to={passagePath(name, id)}>{name}</Link>
            </span>
          ))}
          .
        </p>
      )}
    </>
  );
}

/** What people highlighted, of all answers that are shown. */
const spansIn = (judgments: PassageJudgments | undefined): readonly (readonly number[])[] =>
  (judgments?.rows ?? []).flatMap(({ campaigns }) =>
    campaigns.flatMap(({ votes }) => votes.flatMap(({ spans }) => spans)),
  );

function Found({ shown }: Props) {
  const { collection, doc_id: id } = shown;
  const [params, change] = useAddress(passagePath(collection, id));
  const judgments = useSteadyRead(
    '/api/passage/judgments',
    { collection, doc_id: id, page: pageOf(params, 'judged') },
    { retry: false },
  );
  const spans = useMemo(() => spansIn(judgments.data), [judgments.data]);
  return (
    <>
      <h1 className={styles.id}>{id}</h1>
      <p className={text.soft}>
        {whereIn(shown)}; {counted(shown.n_words, 'word')}
      </p>
      <Beside shown={shown} />
      <div className={styles.text}>
        <PassageText passage={shown} spans={spans} query="" startsWhole />
      </div>
      <Family shown={shown} />
      <Judgments judgments={judgments} onPage={(page) => change({ judged: String(page) })} />
      <Rankings
        collection={collection}
        docId={id}
        topicSet={params.get('topics') ?? ''}
        page={pageOf(params)}
        change={change}
      />
    </>
  );
}

/** One passage: its text, who ranked it where, and who judged it how. */
export default function PassagePage() {
  const { collection = '', doc: id = '' } = useParams();
  const query = useRead('/api/passage', { collection, doc_id: id }, { retry: false });
  return (
    <article>
      <title>{`${id} · Regrade`}</title>
      <p>
        <Link to={collectionPath(collection)}>{collection}</Link>
      </p>
      <Loaded query={query} waiting="Opening the passage" trouble="This passage cannot be shown">
        {(shown) => <Found key={`${collection} ${id}`} shown={shown} />}
      </Loaded>
    </article>
  );
}
