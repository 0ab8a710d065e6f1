import { Fragment } from 'react';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import type { LaunchCheck } from '@/api/types';
import { isReminder, placesOf } from '@/features/campaign/launch/mending';
import styles from '@/features/campaign/launch/CheckList.module.css';

function standing({ is_met: isMet, severity, code }: LaunchCheck): string {
  if (isReminder(code)) return 'to remember';
  return isMet ? 'there' : severity === 'must' ? 'must be there' : 'look at it';
}

function look({ is_met: isMet, severity, code }: LaunchCheck): string {
  if (isReminder(code)) return 'reminder';
  return isMet ? 'met' : severity;
}

type Props = Readonly<{ checks: readonly LaunchCheck[]; onLeave?: () => void }>;

/** What was found, and for what is missing where it is mended. */
export function CheckList({ checks, onLeave }: Props) {
  const id = useParams().id ?? '';
  return (
    <ul className={styles.checks}>
      {checks.map((check) => {
        const places = check.is_met && !isReminder(check.code) ? [] : placesOf(check.code);
        return (
          <li key={check.code} data-look={look(check)}>
            <span className={styles.standing}>{standing(check)}</span>
            <span>
              {check.sentence}{' '}
              {places.map((place, at) => (
                <Fragment key={place.to}>
                  {at > 0 && ' or '}
                  <Link to={`/campaigns/${id}/${place.to}`} onClick={onLeave}>
                    {place.label}
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
