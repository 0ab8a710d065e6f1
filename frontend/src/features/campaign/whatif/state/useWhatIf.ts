import { useState } from 'react';
import { printState, readState, startState } from '@/features/campaign/whatif/state/state';
import type { Offered, State } from '@/features/campaign/whatif/state/state';
import { useNavigate, useSearchParams } from '@/shared/routing/location';

export type Change = (part: Partial<State>) => void;

/** The state of the address. A change holds at once: the address follows when the page has been drawn. */
export function useWhatIf(path: string, offered: Offered) {
  const params = useSearchParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useState({ from: '', to: '' });
  const here = params.toString();
  const isAhead = asked.to !== '' && asked.from === here;
  const state = readState(isAhead ? new URLSearchParams(asked.to) : params, offered);

  function go(to: State): void {
    const search = printState(to);
    setAsked({ from: here, to: search });
    navigate(`${path}?${search}`, { replace: true });
  }

  const change: Change = (part) => go({ ...state, ...part });
  return { state, change, restart: () => go(startState(offered)) };
}
