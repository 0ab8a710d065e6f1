type State = 'draft' | 'pilot' | 'open' | 'paused' | 'closed' | 'archived';

/** What a campaign's state is called on pages: one that is closed has ended, for good. */
export const stateName = (state: State): string => (state === 'closed' ? 'ended' : state);

/** Whether nobody judges there again. */
export const isOver = (state: State): boolean => state === 'closed' || state === 'archived';
