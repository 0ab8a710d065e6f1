import type { DesignPreview, PoolPreview } from '@/api/types';
import { useDesignPreview } from '@/features/campaign/api/setup';
import type { AskedDraw } from '@/features/campaign/api/setup';
import { askedOf, canDraw, numberOf } from '@/features/campaign/setup/draft/design';
import type { Draft } from '@/features/campaign/setup/draft/draft';
import { depthOf } from '@/features/campaign/setup/draft/request';
import { useSettled } from '@/shared/browser/useTyped';

export type Designed = Readonly<{
  /** The last that could be worked out. */
  found: DesignPreview | undefined;
  /** Whether it is of the draft as it is now. */
  isCurrent: boolean;
  error: Error | null;
  refetch: () => unknown;
}>;

const bodyOf = (draft: Draft, preview: PoolPreview) => ({
  ...askedOf(draft),
  runs: [...draft.runs],
  // Shown beside the other ways too, for what choosing it would draw.
  depth: depthOf({ ...draft, way: 'design' }, preview.depth),
});

/** What there is to draw by the draft's question, once nobody moves a slider. */
export function useDesign(
  draft: Draft,
  preview: PoolPreview | undefined,
  isAsked: boolean,
): Designed {
  const settled = { depth: useSettled(draft.depth), design: useSettled(draft.design) };
  const isReady = isAsked && preview !== undefined;
  const body = isReady ? bodyOf({ ...draft, ...settled }, preview) : null;
  const now = isReady ? bodyOf(draft, preview) : null;
  const { data, isPlaceholderData, error, refetch } = useDesignPreview(body);
  return {
    found: data,
    isCurrent:
      data !== undefined && !isPlaceholderData && JSON.stringify(body) === JSON.stringify(now),
    error,
    refetch,
  };
}

/** The draw that the draft asks for, as the server takes it. */
export function drawOf(draft: Draft, { found, isCurrent }: Designed): AskedDraw | null {
  if (draft.way !== 'design' || found === undefined || !isCurrent || !canDraw(found)) return null;
  return { ...askedOf(draft), n: numberOf(draft.design, found) };
}
