import type { Ranker, Run } from '@/api/types';
import { earlierEntries, withTask } from '@/features/library/parameters/request';
import type { Entered } from '@/features/library/parameters/request';

type Known = Readonly<{ runs: readonly Run[]; rankers: readonly Ranker[]; first: Entered }>;

/** The form as an address asks for it; `lack` says which run it names that cannot serve. */
type Begun = Readonly<{ entered: Entered; lack: string | null }>;

/** The form with the collection and the topics that an address names. */
export function over(params: URLSearchParams, first: Entered): Entered {
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
  if (parent !== null) return toRerank(parent, known);
  return { entered: known.first, lack: null };
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
