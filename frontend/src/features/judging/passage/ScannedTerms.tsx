import type { RefObject } from 'react';
import { useFetched } from '@/features/judging/frame/useFetched';
import type { Search } from '@/features/judging/search/useSearch';

const load = () => import('@/features/judging/search/PaintedTerms');

type Props = Readonly<{
  search: Search;
  passage: RefObject<HTMLElement | null>;
  text: string;
  highlights: unknown;
}>;

/** Paints the scanned terms of the topic at hand; what paints them is fetched where there are any. */
export function ScannedTerms({ search: { isThere, scanned }, ...shown }: Props) {
  const isWanted = isThere && scanned !== '';
  const painting = useFetched(load, isWanted, shown.text);
  if (!isWanted || painting === null || painting === 'failed') return null;
  return <painting.PaintedTerms scanned={scanned} {...shown} />;
}
