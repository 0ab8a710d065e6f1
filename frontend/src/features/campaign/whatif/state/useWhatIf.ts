import { useState } from 'react';
import { sayLeftOut } from '@/features/campaign/whatif/state/leftOut';
import { printState, readState, startState } from '@/features/campaign/whatif/state/state';
import type { Offered, State } from '@/features/campaign/whatif/state/state';
import { useNavigate, useSearchParams } from '@/shared/routing/location';

export type Change = (part: Partial<State>) => void;

const NOTHING_ASKED = { from: '', to: '' };

/** The state of the address. A change holds at once: the address follows when the page has been drawn. */
export function useWhatIf(path: string, offered: Offered) {
  const address = useSearchParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useState(NOTHING_ASKED);
  const here = address.toString();
  const isAhead = asked.to !== '' && asked.from === here;
  // The address has followed: when somebody goes back to this one, it holds again.
  if (asked.to !== '' && !isAhead) setAsked(NOTHING_ASKED);
  const params = isAhead ? new URLSearchParams(asked.to) : address;
  const state = readState(params, offered);

  function go(to: State): void {
    // As it will be read again: a rule may not have the ties of the one before.
    const search = printState(readState(new URLSearchParams(printState(to)), offered));
    setAsked({ from: here, to: search });
    navigate(`${path}?${search}`, { replace: true });
  }

  const change: Change = (part) => go({ ...state, ...part });
  return {
    state,
    change,
    restart: () => go(startState(offered)),
    leftOut: sayLeftOut(params, state),
  };
}
