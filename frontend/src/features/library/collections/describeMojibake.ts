import type { MojibakeRecord } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';

/** What each import did about texts that looked wrongly decoded. */
export const describeMojibake = (records: readonly MojibakeRecord[]): string =>
  records
    .map(({ n, is_mended: isMended, by }) =>
      isMended ? `${formatCount(n)} mended by ${by}` : `${formatCount(n)} kept as they came`,
    )
    .join('; ');
