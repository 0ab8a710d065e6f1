import { NavLink } from '@/shared/routing/Link';
import { allNames, titleOf } from '@/features/help/read/pages';
import styles from '@/features/help/read/PageList.module.css';

type Entry = Readonly<{ to: string; title: string }>;
type Reader = Readonly<{ name: string; entries: readonly Entry[] }>;

/** Pages by who reads them. A part of a page is named with its anchor and a title of its own, and a page outside the help by its address. */
const BY_READER: Readonly<Record<string, readonly (string | Entry)[]>> = {
  'For assessors': ['judging'],
  'For organizers': [
    { to: 'operations#running-a-campaign', title: 'Running a campaign' },
    ...[
      'teams',
      'labels',
      'what-if',
      'pools',
      'sampling',
      'pools',
      'agreement',
      'figures',
      'highlights',
      'recorded-campaigns',
      'real-campaign',
      'archive',
    ],
  ],
  'For researchers': ['measures', 'significance', 'verdicts', 'rankers', 'studies', 'variants'],
  'For those who run an installation': ['operations', 'commands'],
  'For programs': ['programs', 'gate', { to: '/api/docs', title: 'API' }],
  'For developers': ['architecture', 'library', 'roadmap'],
};

const named = (name: string): Entry[] => {
  const title = titleOf(name);
  return title === undefined ? [] : [{ to: name, title }];
};

const entriesOf = (listed: readonly (string | Entry)[]): readonly Entry[] =>
  listed.flatMap((one) => (typeof one === 'string' ? named(one) : [one]));

/** Every page, for whom it is; those that are listed for nobody stand last. */
export function readers(): readonly Reader[] {
  const listed = new Set(Object.values(BY_READER).flat());
  const rest = allNames().filter((name) => !listed.has(name));
  const groups = Object.entries({ ...BY_READER, 'For all': rest });
  return groups
    .map(([name, entries]) => ({ name, entries: entriesOf(entries) }))
    .filter(({ entries }) => entries.length > 0);
}

/** All pages of help, by who reads them. */
export function PageList() {
  return (
    <nav className={styles.pages} aria-label="Pages of help">
      {readers().map(({ name, entries }) => (
        <section key={name} aria-label={name}>
          <p className={styles.reader}>{name}</p>
          <ul role="list">
            {entries.map(({ to, title }) => (
              <li key={to}>
                <NavLink to={to.startsWith('/') ? to : `/help/${to}`} end>
                  {title}
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
