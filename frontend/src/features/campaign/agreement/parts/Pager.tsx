import buttons from '@/shared/styles/buttons.module.css';
import { cx } from '@/shared/cx';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/agreement/parts/Pager.module.css';

type Props = Readonly<{ page: number; nPages: number; onChange: (page: number) => void }>;

/** From one page to the next; pages are counted from 0, and there is nothing where there is one. */
export function Pager({ page, nPages, onChange }: Props) {
  if (nPages < 2) return null;
  return (
    <nav aria-label="Pages of topics" className={cx(buttons.actions, styles.pager)}>
      <button
        type="button"
        className={buttons.second}
        disabled={page === 0}
        onClick={() => onChange(page - 1)}
      >
        Topics before
      </button>
      <span className={text.softNumber}>
        Page {page + 1} of {nPages}
      </span>
      <button
        type="button"
        className={buttons.second}
        disabled={page + 1 >= nPages}
        onClick={() => onChange(page + 1)}
      >
        Further topics
      </button>
    </nav>
  );
}
