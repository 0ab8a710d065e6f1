import { Link, useParams } from 'react-router';
import type { LaunchCheck } from '@/api/types';
import { placeOf } from '@/features/running/mending';

const standing = ({ is_met: isMet, severity }: LaunchCheck): string =>
  isMet ? 'there' : severity === 'must' ? 'must be there' : 'look at it';

type Props = Readonly<{ checks: readonly LaunchCheck[]; onLeave?: () => void }>;

/** What was found, and for what is missing where it is mended. */
export function CheckList({ checks, onLeave }: Props) {
  const id = useParams().id ?? '';
  return (
    <ul className="checks">
      {checks.map((check) => {
        const place = check.is_met ? null : placeOf(check.code);
        return (
          <li key={check.code} className={check.is_met ? 'met' : check.severity}>
            <span className="standing">{standing(check)}</span>
            <span>
              {check.sentence}{' '}
              {place !== null && (
                <Link to={`/campaigns/${id}/${place.to}`} onClick={onLeave}>
                  {place.label}
                </Link>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
