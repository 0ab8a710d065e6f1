import { decodedHash } from '@/shared/routing/match';
import { use, useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { loadPage, titleOf } from '@/features/help/read/pages';
import { PageList } from '@/features/help/read/PageList';
import { SearchForm } from '@/features/help/search/SearchForm';
import { isPlain, Link } from '@/shared/routing/Link';
import { useLocation, useNavigate } from '@/shared/routing/location';
import { useParams } from '@/shared/routing/Routes';
import type { Heading } from '@/features/help/read/types';
import styles from '@/features/help/page/help.module.css';

type ContentsProps = Readonly<{ headings: readonly Heading[] }>;

/** A longer list is opened by who wants it: it would hide the page. */
const MANY = 16;

/** Where everything stands on a page. */
function Contents({ headings }: ContentsProps) {
  const listed = headings.filter(({ level }) => level <= 3);
  if (listed.length < 2) return null;
  return (
    <details className={styles.contents} open={listed.length <= MANY}>
      <summary>On this page</summary>
      <nav aria-label="On this page">
        <ul role="list">
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

type Props = Readonly<{ name: string }>;

/** Gives the focus to the heading that the address names, else to the title. */
function useHeading(name: string) {
  const title = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    const heading = document.getElementById(decodedHash(hash));
    (heading ?? title.current)?.focus({ preventScroll: true });
    if (heading === null) window.scrollTo(0, 0);
    else heading.scrollIntoView();
  }, [name, hash]);
  return title;
}

/** Links of the text to other pages of help open without a load; those within the page are the browser's. */
function useFollow() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const to = link?.getAttribute('href') ?? '';
    if (!to.startsWith('/') || !isPlain(event)) return;
    event.preventDefault();
    navigate(to);
  };
}

function Document({ name }: Props) {
  const { title, html, headings } = use(loadPage(name));
  const heading = useHeading(name);
  const follow = useFollow();
  return (
    <article className={styles.document}>
      <title>{`${title} · Help · Regrade`}</title>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Contents headings={headings} />
      <div className={styles.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  );
}

function Unknown({ name }: Props) {
  const heading = useHeading(name);
  return (
    <section className={styles.document}>
      <title>No such help · Regrade</title>
      <h1 ref={heading} tabIndex={-1}>
        There is no help page of this name
      </h1>
      <p>
        “{name}” is no page of the help of this version. Search for a word of it, or choose one of{' '}
        <Link to="/help">all pages</Link>.
      </p>
    </section>
  );
}

/** One page of the help, with the way to the others. */
export default function HelpDocument() {
  const { name = '' } = useParams();
  return (
    <div className={styles.help}>
      <div className={styles.side}>
        <SearchForm />
        <p className={styles.all}>
          <Link to="/help">All pages of help</Link>
        </p>
        <div className={styles.list}>
          <PageList />
        </div>
      </div>
      {titleOf(name) === undefined ? <Unknown name={name} /> : <Document key={name} name={name} />}
    </div>
  );
}
