import type { Span } from '@/api/compared';
import { tabAddress } from '@/features/comparison/choice/focus';
import { definitionOf } from '@/shared/definitions/definitions';
import { collectionPath, labelsPath, runPath, topicSetPath } from '@/shared/libraryPaths';
import { Link } from '@/shared/routing/Link';
import { useLocation } from '@/shared/routing/location';
import { Defined, Measure } from '@/shared/ui/Defined';

type Kind = Span['stands_for'];

/** Where a name is shown. */
const PATHS: Readonly<Partial<Record<Kind, (name: string) => string>>> = {
  run: runPath,
  baseline: runPath,
  labels: labelsPath,
  collection: collectionPath,
  topic_set: topicSetPath,
  release: () => '/about',
};

/** The tab with the rows of a number. */
const ROWS: Readonly<Partial<Record<Kind, string>>> = {
  n_topics: 'topics',
  n_tests: 'significance',
  unjudged: 'unjudged',
};

const DEFINED: Readonly<Partial<Record<Kind, 'tests' | 'corrections'>>> = {
  test: 'tests',
  correction: 'corrections',
};

function Piece({ span: { text, stands_for: kind, name } }: Readonly<{ span: Span }>) {
  const { search } = useLocation();
  const [path, rows, defined] = [PATHS[kind], ROWS[kind], DEFINED[kind]];
  if (path !== undefined) return <Link to={path(name)}>{text}</Link>;
  if (rows !== undefined) return <Link to={tabAddress(search, rows)}>{text}</Link>;
  if (defined !== undefined) return <Defined at={definitionOf(defined, name)}>{text}</Defined>;
  if (kind === 'measure') return <Measure name={name} />;
  return kind === 'hash' ? <code title={name}>{text}</code> : text;
}

/** What was done, each name and number a link to what it stands for. */
export function Paragraph({ spans }: Readonly<{ spans: readonly Span[] }>) {
  return spans.map((span, place) => <Piece key={place} span={span} />);
}
