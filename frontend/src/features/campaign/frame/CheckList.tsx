import { Fragment } from 'react';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import type { LaunchCheck } from '@/api/types';
import styles from '@/features/campaign/frame/CheckList.module.css';

type FixLink = Readonly<{ to: string; label: string }>;

const PEOPLE: FixLink = { to: 'people', label: 'People' };
const GUIDELINE: FixLink = { to: 'guideline', label: 'Guideline' };
const SETTINGS: FixLink = { to: 'settings', label: 'Settings' };

/** Where to fix what a launch check reports; empty where only a new campaign would help. */
const FIX_LINKS: Readonly<Record<string, readonly FixLink[]>> = {
  marked_words: [GUIDELINE],
  guideline: [GUIDELINE],
  notice: [{ to: 'guideline#notice', label: 'Notice' }],
  assessors: [PEOPLE],
  quotas: [SETTINGS, PEOPLE],
  qualification: [SETTINGS],
  gold: [SETTINGS],
  extra_judgments: [SETTINGS],
  search: [SETTINGS],
  pilot_pairs: [{ to: 'launch#pilot', label: 'Pilot' }],
  pilot: [{ to: 'launch#pilot', label: 'Pilot' }],
  pilot_agreement: [{ to: 'launch#pilot', label: 'Pilot' }],
  finished: [{ to: '', label: 'Board' }],
  in_hand: [{ to: '', label: 'Board' }],
  labels: [{ to: 'labels', label: 'Labels' }],
};

const fixLinksOf = (code: string): readonly FixLink[] => FIX_LINKS[code] ?? [];

/** What the list cannot check; it only reminds of it. */
const isReminder = (code: string): boolean => code === 'marked_words';

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
    <ul role="list" className={styles.checks}>
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
