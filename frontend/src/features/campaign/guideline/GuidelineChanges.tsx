import type { GuidelineVersion } from '@/api/types';
import type { Text } from '@/features/campaign/guideline/draft';
import { isSameText } from '@/features/campaign/guideline/isSameText';
import { lineDiff } from '@/features/campaign/guideline/lineDiff';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/guideline/GuidelineChanges.module.css';

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

type Props = Readonly<{ before: GuidelineVersion; after: Text }>;

/** What is different from the version in force, line by line. */
export function GuidelineChanges({ before, after }: Props) {
  if (isSameText(before, after)) return null;
  const isOtherBody = before.body !== after.body;
  const isOtherExamples = !isSameText({ ...before, body: after.body }, after);
  return (
    <details className={parts.fold}>
      <summary>Changes since version {before.version}</summary>
      {isOtherBody && (
        <pre className={styles.diff}>
          {lineDiff(before.body, after.body).map(({ kind, text }, at) => {
            const Tag = TAGS[kind];
            return <Tag key={at}>{`${text}\n`}</Tag>;
          })}
        </pre>
      )}
      {isOtherExamples && <p>The examples are different.</p>}
    </details>
  );
}
