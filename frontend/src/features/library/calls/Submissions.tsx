import type { CallTeam, RunSubmission } from '@/api/types';
import { formatDeadline } from '@/features/library/calls/deadline';
import { counted, formatCount } from '@/shared/format/numbers';
import { runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import styles from '@/features/library/calls/calls.module.css';
import text from '@/shared/styles/text.module.css';

type Report = RunSubmission['report'];

function Counts({ counts }: Readonly<{ counts: NonNullable<Report['counts']> }>) {
  const { n_topics: topics, n_lines: lines, depth } = counts;
  return `${counted(topics, 'topic')}, ${counted(lines, 'line')}, ${counted(depth, 'passage')} per topic at most`;
}

/** Sentences on an accepted run, or the first bad lines of a refused one. */
function Remarks({ report }: Readonly<{ report: Report }>) {
  const { warnings, bad_lines: bad, n_bad_lines: nBad } = report;
  const lines = bad.map(({ line, reason }) => (line === null ? reason : `Line ${line}: ${reason}`));
  const more = nBad - lines.length;
  const all = [...warnings, ...lines, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  return (
    all.length > 0 && (
      <ul>
        {all.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    )
  );
}

function Item({
  of: { file, run, report, sentence, code, ...of },
}: Readonly<{ of: RunSubmission }>) {
  return (
    <li>
      <b>{file}</b> <small className={text.soft}>{formatDeadline(of.created_at)}</small>
      <br />
      {of.is_accepted ? (
        <>
          Taken
          {run !== null && (
            <>
              {' as '}
              <Link to={runPath(run)}>{run}</Link>
            </>
          )}
          {report.counts !== null && (
            <>
              : <Counts counts={report.counts} />
            </>
          )}
        </>
      ) : (
        <span className={text.warn}>
          Refused ({code}){sentence !== '' && `: ${sentence}`}
        </span>
      )}
      <Remarks report={report} />
    </li>
  );
}

/** All files that a team sent, the newest first, each with the report that the team reads. */
export function Submissions({ team }: Readonly<{ team: CallTeam }>) {
  const heading = `team-${team.id}`;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{team.name}</h3>
      <ul role="list" className={styles.files}>
        {team.submissions.map((one) => (
          <Item key={one.id} of={one} />
        ))}
      </ul>
    </section>
  );
}
