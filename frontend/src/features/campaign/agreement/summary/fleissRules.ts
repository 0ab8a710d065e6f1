import type { AgreementRow } from '@/api/types';

/** Why Fleiss' kappa takes the number of votes that it does. */
export const FLEISS_RULES: Readonly<Record<AgreementRow['fleiss_rule'], string>> = {
  wanted: 'as many as the campaign wants per pair',
  commonest: 'the most common number, because no pair has exactly as many as the campaign wants',
  chosen: 'as asked for',
  couple: 'one of each',
};
