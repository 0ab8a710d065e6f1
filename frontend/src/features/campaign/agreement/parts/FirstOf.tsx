import { formatCount } from '@/shared/format/numbers';
import text from '@/shared/styles/text.module.css';

/** Says that there is more than is shown. */
export const FirstOf = ({ shown, n }: Readonly<{ shown: number; n: number }>) =>
  shown < n ? (
    <p className={text.soft}>
      The first {formatCount(shown)} of {formatCount(n)}; the command <code>agreement</code> prints
      all.
    </p>
  ) : null;
