import type { ReactNode } from 'react';
import { Link } from '@/shared/routing/Link';
import head from '@/features/library/frame/head.module.css';

const SHELVES = {
  runs: { to: '/library', label: 'Library' },
  labels: { to: '/library/labels', label: 'Label sets' },
  collections: { to: '/library/collections', label: 'Collections' },
  topics: { to: '/library/topics', label: 'Topic sets' },
  calls: { to: '/library/calls', label: 'Calls for runs' },
} as const;

type Props = Readonly<{
  title: string;
  /** The list that it stands in. */
  shelf?: keyof typeof SHELVES;
  children?: ReactNode;
}>;

/** Where the page stands, and what it is. */
export function Head({ title, shelf = 'runs', children }: Props) {
  const { to, label } = SHELVES[shelf];
  return (
    <>
      <title>{`${title} · Regrade`}</title>
      <p className={head.above}>
        <Link to={to}>{label}</Link>
      </p>
      <h1 className={head.title}>{title}</h1>
      {children}
    </>
  );
}
