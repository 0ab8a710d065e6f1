import { useEffect, useRef, useState } from 'react';
import type { Verification } from '@/api/types';
import { get } from '@/api/calls';
import { sentence } from '@/shared/errors';

/** A run under a label set. */
export type Pair = Readonly<{ run: string; label_set: string }>;

export type Verified = Pair & Readonly<{ answer: Verification | null; trouble: string }>;

async function verify(pair: Pair, measures: string, signal: AbortSignal): Promise<Verified> {
  try {
    return {
      ...pair,
      answer: await get('/api/comparison/verification', { ...pair, measures }, { signal }),
      trouble: '',
    };
  } catch (error) {
    return { ...pair, answer: null, trouble: sentence(error) };
  }
}

/** Has pair after pair verified, one at a time; leaving the page ends it. */
export function useVerification(pairs: readonly Pair[], measures: string) {
  const [verified, setVerified] = useState<readonly Verified[]>([]);
  const [isAtWork, setAtWork] = useState(false);
  const way = useRef<AbortController | null>(null);
  useEffect(() => () => way.current?.abort(), []);

  async function begin(): Promise<void> {
    const controller = new AbortController();
    way.current = controller;
    setVerified([]);
    setAtWork(true);
    for (const pair of pairs) {
      const found = await verify(pair, measures, controller.signal);
      if (controller.signal.aborted) return;
      setVerified((before) => [...before, found]);
    }
    setAtWork(false);
  }

  return { verified, isAtWork, begin: () => void begin() };
}
