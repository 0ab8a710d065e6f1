import type { ReactNode } from 'react';
import type { ShelfRow } from '@/api/types';
import { Link } from '@/shared/routing/Link';
import { Tag } from '@/shared/ui/Tag';

type Props = Readonly<{ row: ShelfRow; to: string; children?: ReactNode }>;

/** A name that leads to its page, and whether others see it. */
export function Named({ row: { name, visibility, archived_at }, to, children }: Props) {
  return (
    <>
      <Link to={to}>{name}</Link> {visibility !== 'team' && <Tag>{visibility}</Tag>}
      {archived_at !== null && <Tag>archived</Tag>}
      {children}
    </>
  );
}
