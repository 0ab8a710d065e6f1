const OF_NUMBERS: readonly unknown[] = ['median', 'mean', 'highest', 'lowest'];
const ROUNDED: readonly unknown[] = ['median', 'mean'];

/** Whether votes are counted by value, which may come to a tie; else grades are taken as numbers. */
export const countsVotes = (aggregate: unknown): boolean => !OF_NUMBERS.includes(aggregate);

/** Whether it may lie between two grades. */
export const isRounded = (aggregate: unknown): boolean => ROUNDED.includes(aggregate);

/** How far labels and thresholds may go, up and down. */
export const MOST_RELEVANCE = 32_767;
