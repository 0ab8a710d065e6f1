import { useMemo } from 'react';
import type { Judging } from '@/features/judging/desk/useJudging';
import { leaveOnEscape } from '@/features/judging/finding/SearchBox';
import { countTerms, termsIn } from '@/features/judging/search/terms';
import { formatCount } from '@/shared/format/numbers';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/judging/finding/finding.module.css';
import text from '@/shared/styles/text.module.css';

/** Words that are highlighted in every passage of the topic, with how often this one has them. */
export function ScanField({ judging: { search, card } }: Readonly<{ judging: Judging }>) {
  const { scanned, setScanned } = search;
  const terms = useMemo(() => termsIn(scanned), [scanned]);
  const passage = card?.passage;
  const counts = useMemo(
    () => (passage === undefined ? [] : countTerms(`${passage.title}\n${passage.text}`, terms)),
    [passage, terms],
  );
  const n = counts.reduce((sum, one) => sum + one.n, 0);
  return (
    <div>
      <TextField
        label="Words to highlight"
        hint="Beginnings of words: “climat” finds climate and climatic."
        width="full"
        maxLength={300}
        isVerbatim
        value={scanned}
        onChange={setScanned}
        onKeyDown={leaveOnEscape}
      />
      {counts.length > 0 && (
        <p className={styles.counts} data-testid="scan-counts">
          <span className={text.number}>{formatCount(n)} in this passage</span>
          {counts.length > 1 && (
            <span className={text.softNumber}>
              {counts.map((one) => `${one.term} ${formatCount(one.n)}`).join(' · ')}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
