/** How far labels and thresholds may go, up and down. */
export const MOST_RELEVANCE = 32_767;
