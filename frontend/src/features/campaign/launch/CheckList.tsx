import { Fragment } from 'react';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import type { LaunchCheck } from '@/api/types';
import styles from '@/features/campaign/launch/CheckList.module.css';
import { isReminder, fixLinksOf } from '@/features/campaign/launch/fixLinks';

function statusOf({ is_met: isMet, severity, code }: LaunchCheck): string {
  if (isReminder(code)) return 'reminder';
  return isMet ? 'done' : severity === 'must' ? 'required' : 'to check';
}

function look({ is_met: isMet, severity, code }: LaunchCheck): string {
  if (isReminder(code)) return 'reminder';
  return isMet ? 'met' : severity;
}

type Props = Readonly<{ checks: readonly LaunchCheck[]; onLeave?: () => void }>;

/** The checks, each unmet one with links to where it is fixed. */
export function CheckList({ checks, onLeave }: Props) {
  const id = useParams().id ?? '';
  return (
    <ul className={styles.checks}>
      {checks.map((check) => {
        const links = check.is_met && !isReminder(check.code) ? [] : fixLinksOf(check.code);
        return (
          <li key={check.code} data-look={look(check)}>
            <span className={styles.status}>{statusOf(check)}</span>
            <span>
              {check.sentence}{' '}
              {links.map((link, at) => (
                <Fragment key={link.to}>
                  {at > 0 && ' or '}
                  <Link to={`/campaigns/${id}/${link.to}`} onClick={onLeave}>
                    {link.label}
                  </Link>
                </Fragment>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
