import { useEffect, useState } from 'react';
import type { panelContent } from '@/features/judging/components/panelContent';
import type { Panel } from '@/features/judging/hooks/usePanel';

type Loaded = typeof panelContent | 'failed' | null;

/**
 * What fills the panel: fetched once the assessor is at work, so that the first passage does not wait for it
 * and it is there when the network is not. An attempt in vain is made again when a panel is opened.
 */
export function usePanelContent(panel: Panel, isAtWork: boolean): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(null);
  const isHere = loaded !== null && loaded !== 'failed';
  const isWanted = !isHere && (isAtWork || panel !== null);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isAwaited = true;
    const take = (now: Loaded): void => {
      if (isAwaited) setLoaded(() => now);
    };
    import('@/features/judging/components/panelContent').then(
      (module) => take(module.panelContent),
      () => take('failed'),
    );
    return () => {
      isAwaited = false;
    };
  }, [isWanted, panel]);

  return loaded;
}
