import type { Heading } from '@/features/help/read/types';
import styles from '@/features/help/page/help.module.css';

type Props = Readonly<{ headings: readonly Heading[] }>;

/** A longer list is opened by who wants it: it would hide the page. */
const MANY = 16;

/** Where everything stands on a page. */
export function Contents({ headings }: Props) {
  const listed = headings.filter(({ level }) => level <= 3);
  if (listed.length < 2) return null;
  return (
    <details className={styles.contents} open={listed.length <= MANY}>
      <summary>On this page</summary>
      <nav aria-label="On this page">
        <ul>
          {listed.map(({ level, title, slug }) => (
            <li key={slug} data-level={level}>
              <a href={`#${slug}`}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}
