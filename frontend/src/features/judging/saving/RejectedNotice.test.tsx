import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Empty } from '@/api/types';
import { hasEnded, isShut } from '@/features/judging/desk/campaignState';
import { RejectedNotice } from '@/features/judging/saving/RejectedNotice';
import { Desk } from '@/features/judging/desk/desk';
import { FakeServer, judgingSetup, pending } from '@/features/judging/desk/desk.test.support';

const AGAIN = 'Open the passage again';

const wordOf = (state: Empty['state'] | null) => ({
  progress: { n_judged: 0, n_not_judged: 0, share: null },
  empty:
    state === null
      ? null
      : { reason: 'not_open' as const, free_at: null, free_in_s: null, n_ahead: null, state },
  newest: undefined,
  sentence: null,
});

/** A passage that is opened while nothing is served disappears again, and its answer with it. */
it.each([
  [null, [AGAIN, 'Send again', 'Discard it']],
  ['paused', ['Send again', 'Discard it']],
  ['closed', ['Discard it']],
] as const)(
  'a rejected judgment can be mended as far as the campaign lets it: %s',
  (state, offered) => {
    const workStatus = wordOf(state);
    render(
      <RejectedNotice
        desk={new Desk(new FakeServer([]))}
        rejected={[{ pending: pending('k'), detail: 'It takes no judgments.' }]}
        scale={judgingSetup().scale}
        hasEnded={hasEnded({ workStatus })}
        isShut={isShut({ workStatus })}
      />,
    );
    expect(screen.getAllByRole('button').map(({ textContent: text }) => text)).toEqual(offered);
  },
);
