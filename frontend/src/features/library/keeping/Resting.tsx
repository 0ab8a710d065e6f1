import type { Kept } from '@/api/types';
import { collectionPath, labelsPath, runPath, topicSetPath } from '@/shared/libraryPaths';
import { formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';

type Props = Readonly<{
  resting: Kept['rests_on_it'];
}>;

/** The pages of what may rest on a thing; variants are of its own kind. */
const PATHS: Readonly<Record<string, (name: string) => string>> = {
  runs: runPath,
  'label sets': labelsPath,
  collections: collectionPath,
  'topic sets': topicSetPath,
};

/** What rests on a thing, each by name where it has a page. */
export function Resting({ resting }: Props) {
  if (resting.length === 0) return 'nothing';
  return resting.map(({ kind, n, names }, place) => {
    const path = PATHS[kind];
    const more = n - names.length;
    return (
      <div key={kind}>
        {place > 0 && ' '}
        {formatCount(n)} {kind}
        {names.length > 0 && ': '}
        {names.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            {path === undefined ? name : <Link to={path(name)}>{name}</Link>}
          </span>
        ))}
        {names.length > 0 && more > 0 && `, and ${formatCount(more)} more`}
      </div>
    );
  });
}
