import { useMemo } from 'react';
import { useRead } from '@/api/read';
import type { Assessor } from '@/api/types';
import { Unread } from '@/shared/ui/requests/Unread';
import { zoneHere } from '@/features/campaign/api/board';
import { gradeBars, hourBars } from '@/features/campaign/assessors/bars';
import { BesideTable } from '@/features/campaign/assessors/BesideTable';
import { CrowdSection } from '@/features/campaign/assessors/CrowdSection';
import { FLAGS, formatPace, NO_FIGURE_BLOCKS } from '@/features/campaign/assessors/texts';
import { MessageSection } from '@/features/campaign/messages/MessageSection';
import { counted, formatCount, formatShare } from '@/shared/format/numbers';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';

/** How one person judges, and what can be done about it. */
export default function AssessorPage() {
  const { id = '', name = '' } = useParams();
  const query = useRead('/api/campaigns/{campaign_id}/agreement/assessors/{assessor}', {
    campaign_id: Number(id),
    assessor: name,
    zone: zoneHere(),
  });
  const { data } = query;
  if (data === undefined)
    return (
      <Unread
        of={query}
        waiting="Comparing their grades"
        trouble="This assessor cannot be shown now"
      />
    );
  return <Depth campaignId={id} one={data} />;
}

const THEIRS_AND_OTHERS = ['theirs', 'others’'];
const FILLS = ['var(--accent)', 'var(--edge)'];
const JUDGMENTS = ['judgments'];

function Depth({ campaignId, one }: Readonly<{ campaignId: string; one: Assessor }>) {
  const grades = useMemo(() => gradeBars(one), [one]);
  const hours = useMemo(() => hourBars(one.hours), [one]);
  return (
    <section aria-labelledby="assessor">
      <p>
        <Link to={`/campaigns/${campaignId}/assessors`}>All assessors</Link>
      </p>
      <h2 id="assessor">
        {one.assessor} {one.kind !== 'human' && <Tag tone="simulated">{one.kind}</Tag>}{' '}
        {one.flags.map((flag) => (
          <Tag key={flag} tone="flagged">
            {FLAGS[flag]}
          </Tag>
        ))}
      </h2>
      <p className={text.soft}>{NO_FIGURE_BLOCKS}</p>
      <Actions campaignId={campaignId} name={one.assessor} isModel={one.kind === 'model'} />
      <h3>Agreement</h3>
      <p className={text.soft}>
        In brackets: 95% intervals by a bootstrap over topics; of fewer than five topics there is
        none. The median of the others is rounded up to a grade where it lies between two; shift
        takes it as it is.
      </p>
      <BesideTable one={one} />
      <h3>Pace</h3>
      <Pace one={one} />
      <h3>Grades they gave, beside the others’</h3>
      <GroupFigure
        title={`Grades of ${one.assessor} beside the others’`}
        caption="Each grade’s share of theirs, and beside it of those that others gave on the same pairs."
        fileName={`grades-of-${one.assessor}`}
        of="grade"
        kinds={THEIRS_AND_OTHERS}
        fills={FILLS}
        groups={grades}
        format={formatShare}
      />
      <h3>Hours of the day</h3>
      {hours.length === 0 ? (
        <p>Nothing was judged on these pages.</p>
      ) : (
        <GroupFigure
          title={`Judgments of ${one.assessor} by hour of the day`}
          caption="First looks, by the clock of your own time zone."
          fileName={`hours-of-${one.assessor}`}
          of="hour"
          kinds={JUDGMENTS}
          leastStep={1}
          groups={hours}
          format={formatCount}
        />
      )}
      <CrowdSection campaignId={Number(campaignId)} assessor={one.assessor} />
      {one.kind === 'human' && (
        <MessageSection campaignId={Number(campaignId)} assessor={one.assessor} />
      )}
    </section>
  );
}

type ActionsProps = Readonly<{ campaignId: string; name: string; isModel: boolean }>;

function Actions({ campaignId, name, isModel }: ActionsProps) {
  const who = encodeURIComponent(name);
  const pairs = `/campaigns/${campaignId}/pairs?assessor=${who}`;
  return (
    <ul>
      <li>
        <Link to={pairs}>Pairs they judged</Link>
      </li>
      <li>
        <Link to={`${pairs}&only=apart`}>Pairs they judged where grades are far apart</Link>
      </li>
      {isModel ? (
        <li className={text.soft}>Labels count a model only where their policy names it.</li>
      ) : (
        <li>
          <Link to={`/campaigns/${campaignId}/labels?without=${who}`}>
            Make labels without them
          </Link>{' '}
          <small className={text.soft}>Their judgments stay; the next labels can count them.</small>
        </li>
      )}
    </ul>
  );
}

function Pace({ one }: Readonly<{ one: Assessor }>) {
  const run = one.longest_run;
  return (
    <>
      <p>
        {formatPace(one)}
        {one.n_timed > 0 &&
          ` took less time than reading at ${formatCount(one.pace_limit)} words a minute, the limit of this campaign.`}
      </p>
      {run !== null && (
        <p>
          Longest run of one grade: {counted(run.n, 'judgment')} of {run.grade} in a row.
        </p>
      )}
    </>
  );
}
