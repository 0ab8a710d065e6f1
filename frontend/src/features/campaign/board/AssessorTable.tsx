import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import type { AssessorChecks, BoardAssessor, BoardDetails } from '@/api/types';
import { AssessorRow } from '@/features/campaign/board/AssessorRow';
import { useSteadyOrder } from '@/features/campaign/board/useSteadyOrder';
import { TOO_FAST, PACE_MEANING } from '@/shared/judging/paceTexts';
import { isPhone } from '@/shared/browser/isPhone';
import { Scroller } from '@/shared/ui/tables/Scroller';
import { useShortList } from '@/shared/ui/tables/useShortList';
import { cx } from '@/shared/styles/cx';
import text from '@/shared/styles/text.module.css';
import table from '@/shared/styles/table.module.css';
import kit from '@/features/campaign/kit/rows.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/board/CheckMeanings.module.css';

/** What the columns of the assessors say, and what they do not. */
function CheckMeanings() {
  return (
    <details className={parts.fold}>
      <summary>What these columns say</summary>
      <dl className={styles.meanings}>
        <dt>at work now</dt>
        <dd>Was served a pair, was on one, or judged within the last five minutes.</dd>
        <dt>median time</dt>
        <dd>
          Of active time alone: minutes away from the page do not count. Below it, how many
          judgments an hour of active work comes to.
        </dd>
        <dt>{TOO_FAST}</dt>
        <dd>
          {PACE_MEANING} A few come from a key pressed too soon; “look” shows where it is more than
          a quarter of 20 judgments or more.
        </dd>
        <dt>gold pairs, known grade given</dt>
        <dd>
          How often they gave the known grade, on pairs that look like any other; “low” is under
          half of five or more.
        </dd>
        <dt>repeats, same grade</dt>
        <dd>
          How often somebody gave the same grade when the same pair came a second time; “within one”
          takes the next grade of the scale for the same. “Low” is under half of five or more.
        </dd>
      </dl>
      <p className={text.soft}>
        None of these signs pauses or excludes anybody by itself. Quotas and pauses are under
        People.
      </p>
    </details>
  );
}

const SHOWN_AT_FIRST = 12;
const SHOWN_ON_PHONES = 6;
const MOST_NAMED = 12;

/** Columns of checks that say nothing here are left out. */
export type Shown = Readonly<{ hasGold: boolean; hasRepeats: boolean }>;

const shownOf = (checks: readonly AssessorChecks[]): Shown => ({
  hasGold: checks.some(({ gold }) => gold !== null && gold.n_gold > 0),
  hasRepeats: checks.some(({ repeats }) => repeats !== null && repeats.n_repeats > 0),
});

type Props = Readonly<{
  assessors: readonly BoardAssessor[];
  details: BoardDetails;
  paceLimit: number | null;
  /** Nobody judges here again. */
  isOver: boolean;
}>;

const LIST = new Intl.ListFormat('en');

/** Whoever they are, however far down the table; the line is there when nobody is. */
function AtWork({ assessors }: Readonly<{ assessors: readonly BoardAssessor[] }>) {
  const names = assessors.filter(({ is_active }) => is_active).map(({ pseudonym }) => pseudonym);
  const others = names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [];
  return (
    <p className={text.soft}>
      At work now:{' '}
      {names.length === 0 ? 'nobody' : LIST.format([...names.slice(0, MOST_NAMED), ...others])}.
    </p>
  );
}

function Head({ hasGold, hasRepeats }: Shown) {
  return (
    <thead>
      <tr>
        <th scope="col" className={table.words}>
          assessor
        </th>
        <th scope="col" className={table.words}>
          last seen
        </th>
        <th scope="col" colSpan={2}>
          judged
        </th>
        <th scope="col">could not judge</th>
        <th scope="col">median time</th>
        <th scope="col">{TOO_FAST}</th>
        {hasGold && <th scope="col">gold pairs, known grade given</th>}
        {hasRepeats && <th scope="col">repeats, same grade</th>}
      </tr>
    </thead>
  );
}

/** An adjudicator has a row only with judgments from before. */
const hasRow = ({ role, n_judged: n, n_not_judged: nNot }: BoardAssessor): boolean =>
  role === 'assessor' || n + nNot > 0;

const namesOf = (members: readonly BoardAssessor[]): string =>
  LIST.format(members.map(({ pseudonym }) => pseudonym));

export function AssessorTable({ assessors: members, details, paceLimit, isOver }: Props) {
  const assessors = members.filter(hasRow);
  const adjudicators = members.filter(({ role }) => role === 'adjudicator');
  const steady = useSteadyOrder(assessors, ({ pseudonym }) => pseudonym);
  const [visible, more] = useShortList(
    steady,
    isPhone() ? SHOWN_ON_PHONES : SHOWN_AT_FIRST,
    'assessor',
  );
  const checks = details.assessors;
  const { id = '' } = useParams();
  const byPseudonym = new Map(checks.map((check) => [check.pseudonym, check]));
  const shown = shownOf(checks);
  const most = Math.max(...assessors.map(({ n_judged }) => n_judged), 1);
  return (
    <section aria-labelledby="assessors">
      <h2 id="assessors">Assessors</h2>
      {assessors.length === 0 ? (
        <p className={text.soft}>
          {isOver ? (
            'Nobody took part.'
          ) : (
            <>
              No assessors yet. <Link to={`/campaigns/${id}/people`}>Invite people</Link>, and they
              appear here.
            </>
          )}
        </p>
      ) : (
        <>
          {!isOver && <AtWork assessors={assessors} />}
          <Scroller label="Assessors">
            <table className={cx(table.cards, kit.rows)}>
              <Head {...shown} />
              <tbody>
                {visible.map((assessor) => (
                  <AssessorRow
                    key={assessor.pseudonym}
                    assessor={assessor}
                    checks={byPseudonym.get(assessor.pseudonym)}
                    most={most}
                    shown={shown}
                    paceLimit={paceLimit}
                  />
                ))}
              </tbody>
            </table>
          </Scroller>
          {more}
          <CheckMeanings />
        </>
      )}
      {adjudicators.length > 0 && (
        <p className={text.soft}>Adjudicators: {namesOf(adjudicators)}.</p>
      )}
    </section>
  );
}
