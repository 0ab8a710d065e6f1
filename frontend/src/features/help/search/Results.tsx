import sections from 'virtual:help/index';
import { titleOf } from '@/features/help/read/pages';
import { excerpt, find } from '@/features/help/search/find';
import type { Section } from '@/features/help/read/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/help/search/search.module.css';

const MOST = 30;

const pageTitle = (page: string): string => titleOf(page) ?? page;

type Props = Readonly<{ query: string }>;

function Result({ section, query }: Props & Readonly<{ section: Section }>) {
  const { page, heading, slug } = section;
  const to = `/help/${page}${slug === '' ? '' : `#${slug}`}`;
  return (
    <li>
      <Link to={to}>{heading === '' ? pageTitle(page) : heading}</Link>
      {heading !== '' && <span className={text.soft}> in {pageTitle(page)}</span>}
      <p>
        {excerpt(section.text, query).map(({ text: piece, isHit }, at) =>
          isHit ? <mark key={at}>{piece}</mark> : piece,
        )}
      </p>
    </li>
  );
}

/** Where the help has all of the words; with it comes the text of all pages. */
export default function Results({ query }: Props) {
  const found = find(sections, query, pageTitle);
  const of = found.length > MOST ? `The first ${MOST} of ${formatCount(found.length)}` : '';
  return (
    <section aria-label="Results">
      <p role="status" className={text.soft}>
        {found.length === 0
          ? `No help page contains “${query}”. Try fewer or other words, or choose a page below.`
          : `${of || counted(found.length, 'place')} with “${query}”.`}
      </p>
      <ol className={styles.results}>
        {found.slice(0, MOST).map(({ section }) => (
          <Result key={`${section.page}#${section.slug}`} section={section} query={query} />
        ))}
      </ol>
    </section>
  );
}
