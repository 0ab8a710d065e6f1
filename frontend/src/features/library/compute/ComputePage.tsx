import { Link } from '@/shared/routing/Link';
import { useSession } from '@/api/session';
import { useSearchParams } from '@/shared/routing/location';
import { useMadeCollections } from '@/api/collections';
import { useRuns } from '@/api/runs';
import { useTopicSets } from '@/api/topicSets';
import { useRankers } from '@/features/library/api/runs';
import { ComputeForm } from '@/features/library/compute/ComputeForm';
import { blank, earlierEntries, withTask } from '@/features/library/parameters/request';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import { Nothing } from '@/shared/ui/requests/Nothing';
import type { Collection, Ranker, Run } from '@/api/types';
import type { Entered } from '@/features/library/parameters/request';
import buttons from '@/shared/styles/buttons.module.css';
import page from '@/shared/ui/requests/PageTrouble.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/compute/compute.module.css';

type Known = Readonly<{ runs: readonly Run[]; rankers: readonly Ranker[]; first: Entered }>;

/** The form as an address asks for it; `lack` says which run it names that cannot serve. */
type Begun = Readonly<{ entered: Entered; lack: string | null }>;

/** The form with the collection and the topics that an address names. */
function over(params: URLSearchParams, first: Entered): Entered {
  const { collection, topic_set: topicSet } = first;
  return {
    ...first,
    collection: params.get('collection') ?? collection,
    topic_set: params.get('topic_set') ?? topicSet,
  };
}

/** The form of an earlier request, a form to re-rank a run, or `first`. */
export function fromAddress(params: URLSearchParams, known: Known): Begun {
  const [again, parent] = [params.get('again'), params.get('rerank')];
  if (again !== null) return asAgain(again, known);
  if (parent !== null) return toRerank(parent, withModel(params, known));
  return { entered: known.first, lack: null };
}

/** What is known, with a ranker and its model that an address names. */
function withModel(params: URLSearchParams, known: Known): Known {
  const [ranker, model] = [params.get('ranker'), params.get('model')];
  if (ranker === null || model === null) return known;
  return { ...known, first: { ...known.first, ranker, model } };
}

function asAgain(name: string, { runs, first }: Known): Begun {
  const entered = earlierEntries(runs, name);
  if (entered !== null) return { entered, lack: null };
  return { entered: first, lack: `There is no run ${name} that can be requested again here.` };
}

function toRerank(parent: string, { runs, rankers, first }: Known): Begun {
  const complete = runs.filter(({ status }) => status === 'complete').map(({ name }) => name);
  const entered = complete.length > 0 ? withTask(first, 'rerank', rankers) : first;
  if (complete.includes(parent)) return { entered: { ...entered, parent }, lack: null };
  return { entered, lack: `There is no complete run ${parent} to re-rank.` };
}

/** A run needs passages and topics: what is missing first, and where to bring it in. */
function NothingToRank({ hasPassages }: Readonly<{ hasPassages: boolean }>) {
  return (
    <Nothing title={hasPassages ? 'No topics yet' : 'No collection with texts yet'}>
      <p>
        {hasPassages
          ? 'A run answers the topics of a topic set.'
          : 'A run ranks the passages of a collection by their texts.'}{' '}
        <Link to="/campaigns/new">
          {hasPassages ? 'Upload a file of topics' : 'Upload a collection'}
        </Link>{' '}
        where a new campaign begins; no campaign need come of it. Or import it on the server, with{' '}
        <code>
          {hasPassages
            ? './dev manage import_topics NAME FILE'
            : './dev manage import_collection NAME FILE'}
        </code>
        .
      </p>
    </Nothing>
  );
}

/** The collections with texts, and the names of the others: a ranker reads texts. */
export function byTexts(
  made: readonly Collection[],
): readonly [readonly Collection[], readonly string[]] {
  const others = made.filter(({ has_texts: hasTexts }) => !hasTexts);
  return [made.filter((one) => !others.includes(one)), others.map(({ name }) => name)];
}

function Form() {
  const params = useSearchParams();
  const query = together({
    collections: useMadeCollections(),
    topicSets: useTopicSets(),
    runs: useRuns(params.get('again'), params.get('rerank')),
    all: useRankers(),
  });
  return (
    <Loaded
      query={query}
      trouble="No run can be computed now"
      waiting="Looking for collections and topics"
    >
      {({ collections: made, topicSets, runs: everyRun, all }) => {
        const [collections, textless] = byTexts(made);
        const runs = everyRun.filter(({ collection }) => !textless.includes(collection));
        if (collections.length === 0 || topicSets.length === 0)
          return <NothingToRank hasPassages={collections.length > 0} />;
        const first = over(params, blank(collections, topicSets));
        const { entered, lack } = fromAddress(params, { runs, rankers: all.rankers, first });
        return (
          <>
            <ErrorMessage>{lack}</ErrorMessage>
            <ComputeForm {...{ collections, topicSets, runs }} rankers={all} initial={entered} />
          </>
        );
      }}
    </Loaded>
  );
}

/** The form for a run that workers compute. */
function ComputePage() {
  return (
    <div className={styles.page}>
      <title>Compute a run · Regrade</title>
      <h1>Compute a run</h1>
      <p className={text.soft}>
        A collection is searched, or a run is put in a new order. Its progress shows in the{' '}
        <Link to="/library">library</Link>.
      </p>
      <Form />
    </div>
  );
}

/** Computing takes the machine's time: it is for those who research, as the server has it, too. */
export default function ComputeRun() {
  const { data: session } = useSession();
  if (session === undefined) return null;
  if (session.may_research) return <ComputePage />;
  return (
    <section className={page.trouble} role="alert">
      <title>Compute a run · Regrade</title>
      <h1>Runs are computed by researchers</h1>
      <p>
        This account does not have the right of a researcher; an administrator of this installation
        can give it.
      </p>
      <p className={buttons.actions}>
        <Link to="/">Your work</Link>
      </p>
    </section>
  );
}
