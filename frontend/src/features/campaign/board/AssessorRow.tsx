import type { ReactNode } from 'react';
import type { AssessorChecks, BoardAssessor } from '@/api/types';
import type { Shown } from '@/features/campaign/board/AssessorTable';
import {
  formatWithShare,
  formatGold,
  nBlank,
  formatPace,
  formatReasons,
  formatRepeats,
  formatTooFast,
} from '@/features/campaign/board/formatChecks';
import { formatCount, formatShare } from '@/shared/format/numbers';
import { TOO_FAST } from '@/shared/judging/paceTexts';
import { formatAgo, formatSeconds } from '@/shared/format/time';
import { Bar } from '@/shared/ui/Bar';
import { Tag } from '@/shared/ui/Tag';
import { cx } from '@/shared/styles/cx';
import table from '@/shared/styles/table.module.css';
import styles from '@/features/campaign/board/board.module.css';

/** Before the checks are counted. */
const UNCHECKED: AssessorChecks = {
  pseudonym: '',
  pace: { n_timed: 0, n_too_fast: 0, too_fast_share: null, is_flagged: false },
  gold: null,
  repeats: null,
  n_answers: 0,
  blanks: null,
};

function Name({ assessor }: Readonly<{ assessor: BoardAssessor }>) {
  const { pseudonym, kind, role } = assessor;
  return (
    <th scope="row" className={table.words}>
      {pseudonym} {kind !== 'human' && <Tag tone="simulated">{kind}</Tag>}{' '}
      {role !== 'assessor' && <Tag>{role}</Tag>}{' '}
      {assessor.is_qualified === false && <Tag>not qualified yet</Tag>}{' '}
      {assessor.is_suspended && <Tag>paused</Tag>} {assessor.is_withdrawn && <Tag>withdrawn</Tag>}
    </th>
  );
}

const LastSeen = ({ assessor }: Readonly<{ assessor: BoardAssessor }>) => (
  <td className={cx(table.words, table.nowrap)} data-label="last seen">
    {assessor.is_active ? <Tag tone="open">at work now</Tag> : formatAgo(assessor.last_seen_at)}
  </td>
);

type CheckProps = Readonly<{
  label: string;
  isFlagged: boolean;
  flag: string;
  note?: string;
  children: ReactNode;
}>;

const Check = ({ label, isFlagged, flag, note = '', children }: CheckProps) => (
  <td data-label={label}>
    <span>
      {children} {isFlagged && <Tag tone="flagged">{flag}</Tag>}
    </span>
    {note !== '' && <small>{note}</small>}
  </td>
);

type BlankProps = Readonly<{ assessor: BoardAssessor; checks: AssessorChecks | undefined }>;

function CouldNotJudge({ assessor, checks }: BlankProps) {
  const { n_not_judged: n, n_judged: nJudged } = assessor;
  const blanks = checks?.blanks ?? [];
  return (
    <td data-label="could not judge">
      {formatWithShare(n, n + nJudged)}
      {nBlank(blanks) > 0 && <small>{formatReasons(blanks)}</small>}
    </td>
  );
}

type ChecksProps = Readonly<{
  checks: AssessorChecks | undefined;
  shown: Shown;
  /** In words a minute, where the campaign has a limit of its own. */
  paceLimit: number | null;
}>;

function Repeats({ repeats }: Readonly<{ repeats: AssessorChecks['repeats'] }>) {
  const hasSome = repeats !== null && repeats.n_repeats > 0;
  return (
    <Check
      label="repeats, same grade"
      isFlagged={hasSome && repeats.is_flagged}
      flag="low"
      note={hasSome ? `${formatShare(repeats.near_share)} within one` : ''}
    >
      {formatRepeats(repeats)}
    </Check>
  );
}

function Checks({ checks = UNCHECKED, shown, paceLimit }: ChecksProps) {
  const { pace, gold, repeats } = checks;
  return (
    <>
      <Check
        label={TOO_FAST}
        isFlagged={pace.is_flagged}
        flag="look"
        note={pace.is_flagged ? formatTooFast(pace, paceLimit) : ''}
      >
        {formatPace(pace)}
      </Check>
      {shown.hasGold && (
        <Check
          label="gold pairs, known grade given"
          isFlagged={gold !== null && gold.is_flagged}
          flag="low"
        >
          {formatGold(gold)}
        </Check>
      )}
      {shown.hasRepeats && <Repeats repeats={repeats} />}
    </>
  );
}

type Props = ChecksProps & Readonly<{ assessor: BoardAssessor; most: number }>;

export function AssessorRow({ assessor, most, ...checked }: Props) {
  const { n_judged: nJudged, quota, per_active_hour: rate } = assessor;
  const text = formatCount(nJudged) + (quota === null ? '' : ` of ${formatCount(quota)}`);
  return (
    <tr>
      <Name assessor={assessor} />
      <LastSeen assessor={assessor} />
      <td className={styles.meter}>
        <Bar value={nJudged} max={quota ?? most} label={`${text} judged`} />
      </td>
      <td className={table.nowrap} data-label="judged">
        {text}
      </td>
      <CouldNotJudge assessor={assessor} checks={checked.checks} />
      <td data-label="median time" className={table.nowrap}>
        {formatSeconds(assessor.median_active_ms)}
        {rate !== null && <small>{formatCount(Math.round(rate))} an hour</small>}
      </td>
      <Checks {...checked} />
    </tr>
  );
}
