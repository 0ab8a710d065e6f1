import { asApiError, sentence } from '@/shared/requests/errors';

const NO_MEASURE = new Set(['unknown_measure', 'not_a_measure']);
const NO_LABELS = new Set(['no_judgments', 'nobody_counts', 'nothing_left']);

/** Why a state has no answer. */
export const sayTrouble = (error: unknown, measure: string): string =>
  NO_MEASURE.has(asApiError(error).code)
    ? `There is no measure ${measure}; choose one under Runs and measure.`
    : sentence(error);

/** Whether a state has no answer because its policy leaves no label. */
export const leavesNoLabels = (error: unknown): boolean => NO_LABELS.has(asApiError(error).code);
