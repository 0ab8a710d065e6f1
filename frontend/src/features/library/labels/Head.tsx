import type { ReactNode } from 'react';
import { Link } from '@/shared/routing/Link';
import head from '@/features/library/jobs/head.module.css';

type Props = Readonly<{ title: string; children?: ReactNode }>;

/** Where the page stands, and what it is. */
export function Head({ title, children }: Props) {
  return (
    <>
      <title>{`${title} · Regrade`}</title>
      <p className={head.above}>
        <Link to="/library">Library</Link>
      </p>
      <h1 className={head.title}>{title}</h1>
      {children}
    </>
  );
}
