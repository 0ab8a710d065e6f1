import type { Kept } from '@/api/types';
import { labelsPath, runPath, savedInLibrary } from '@/shared/libraryPaths';
import { counted, formatCount } from '@/shared/format';
import { Link } from '@/shared/routing/Link';

type Props = Readonly<{
  resting: Kept['rests_on_it'];
  /** The page of a variant, which is of the thing's own kind. */
  pathOf: (name: string) => string;
}>;

/** The pages of what may rest on a thing, and one of it as it is called. */
const PATHS: Readonly<Record<string, (name: string) => string>> = {
  runs: runPath,
  'label sets': labelsPath,
  'saved comparisons': savedInLibrary,
  studies: (name) => `/library/studies/${encodeURIComponent(name)}`,
};

/** "1 run", "2 runs"; "job" stands for one or several. */
function countedKind(n: number, kind: string): string {
  const one = kind === 'studies' ? 'study' : kind.replace(/s$/, '');
  return counted(n, one, one === 'study' ? 'studies' : `${one}s`);
}

/** What rests on a thing, each by name where it has a page. */
export function Resting({ resting, pathOf }: Props) {
  if (resting.length === 0) return 'nothing';
  return resting.map(({ kind, n, names }, place) => {
    const path = kind === 'variants' ? pathOf : PATHS[kind];
    const more = n - names.length;
    return (
      <div key={kind}>
        {place > 0 && ' '}
        {countedKind(n, kind)}
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
