import type { Board } from '@/api/types';
import { counted, formatShare } from '@/shared/format/numbers';
import styles from '@/features/campaign/board/board.module.css';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';

const LIST = new Intl.ListFormat('en');

/** The assessors who most often judge the same pairs: votes of few people are less independent. Always shown. */
export function GroupLine({ group }: Readonly<{ group: Board['most_frequent_group'] }>) {
  if (group === null) {
    return (
      <p className={cx(text.soft, styles.group)}>
        Assessors who most often judge the same pairs: nobody yet.
      </p>
    );
  }
  const { pseudonyms, n_pairs: nPairs, share } = group;
  return (
    <p className={cx(text.soft, styles.group)}>
      Assessors who most often judge the same pairs: {LIST.format(pseudonyms)}, on{' '}
      {counted(nPairs, 'pair')} ({formatShare(share)} of the pairs with as many judgments).
    </p>
  );
}
