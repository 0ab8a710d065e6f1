import { asApiError } from '@/shared/requests/errors';
import type { FieldTroubles } from '@/shared/requests/errors';

/** A sentence for each field that a refused request had wrong; none where there was no error. */
export const troublesOf = (error: unknown): FieldTroubles =>
  error === null ? {} : asApiError(error).fields;

/** An error that no field of the form shows. */
export const otherTrouble = (error: unknown): unknown =>
  Object.keys(troublesOf(error)).length === 0 ? error : null;
