import { readers } from '@/features/help/read/readers';
import { NavLink } from '@/shared/routing/Link';
import styles from '@/features/help/read/PageList.module.css';

/** All pages of help, by who reads them. */
export function PageList() {
  return (
    <nav className={styles.pages} aria-label="Pages of help">
      {readers().map(({ name, entries }) => (
        <section key={name} aria-label={name}>
          <p className={styles.reader}>{name}</p>
          <ul>
            {entries.map(({ to, title }) => (
              <li key={to}>
                <NavLink to={`/help/${to}`} end>
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
