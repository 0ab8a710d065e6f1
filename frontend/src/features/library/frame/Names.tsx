import { Link } from '@/shared/routing/Link';

type Props = Readonly<{ names: readonly string[]; pathOf: (name: string) => string }>;

/** Names in a row, each the way to its page. */
export function Names({ names, pathOf }: Props) {
  if (names.length === 0) return 'none';
  return names.map((name, place) => (
    <span key={name}>
      {place > 0 && ', '}
      <Link to={pathOf(name)}>{name}</Link>
    </span>
  ));
}
