import { useMemo, useState } from 'react';
import { useRead } from '@/api/read';
import type { Assessor, CrowdFit, CrowdModel } from '@/api/types';
import { zoneHere } from '@/features/campaign/api/board';
import { LikelihoodFigure } from '@/features/campaign/assessors/LikelihoodFigure';
import { gradeBars, hourBars } from '@/features/campaign/assessors/bars';
import { describeFit } from '@/features/campaign/assessors/describeFit';
import {
  FLAGS,
  formatPace,
  formatShift,
  NO_FIGURE_BLOCKS,
} from '@/features/campaign/assessors/texts';
import { MessageSection } from '@/features/campaign/messages/MessageSection';
import { definitionOf } from '@/shared/definitions/definitions';
import { counted, formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { useParams } from '@/shared/routing/Routes';
import { Defined } from '@/shared/ui/Defined';
import { Tag } from '@/shared/ui/Tag';
import { Segmented } from '@/shared/ui/fields/Segmented';
import { GroupFigure } from '@/shared/ui/figure/GroupFigure';
import { TableView } from '@/shared/ui/figure/TableView';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Unread } from '@/shared/ui/requests/Unread';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import text from '@/shared/styles/text.module.css';

type Row = Readonly<{
  name: string;
  beside: Assessor['others'];
  ends: Assessor['intervals']['others'];
}>;

type Figure = Exclude<keyof Row['beside'], 'n_pairs'>;

/** A figure with its interval, "[.41, .63]", where there is one. */
const figure = (
  head: string,
  name: Figure,
  format: (value: number | null) => string,
  at?: string,
) => ({
  head,
  at,
  cell: ({ beside, ends: { [name]: ends } }: Row) => (
    <>
      {format(beside[name])}{' '}
      {ends !== null && (
        <small className={text.soft}>[{ends.map((end) => format(end)).join(', ')}]</small>
      )}
    </>
  ),
});

const kappa = (head: string, name: Figure) =>
  figure(head, name, formatScore, definitionOf('coefficients', name));

const SAME = definitionOf('coefficients', 'percent_agreement');

/** What somebody's grades are held against, and how far they agree. */
function BesideTable({ one }: Readonly<{ one: Assessor }>) {
  const { intervals } = one;
  const rows: Row[] = [
    { name: 'the median of the others', beside: one.others, ends: intervals.others },
    { name: 'gold, the known grade', beside: one.gold, ends: intervals.gold },
    { name: 'decisions of adjudicators', beside: one.decisions, ends: intervals.decisions },
    { name: 'their own first look, when asked again', beside: one.own, ends: intervals.own },
  ];
  return (
    <CardTable
      label="Agreement"
      columns={[
        wordsColumn<Row>('held against', ({ name }) => name),
        { head: 'pairs', cell: ({ beside }) => formatCount(beside.n_pairs) },
        figure('same grade', 'percent_agreement', formatShare, SAME),
        figure('shift', 'mean_difference', formatShift),
        kappa('κ', 'cohen_kappa'),
        kappa('κ, linear', 'cohen_kappa_linear'),
        kappa('κ, quadratic', 'cohen_kappa_quadratic'),
      ]}
      rows={rows}
      keyOf={({ name }) => name}
      className={false}
    />
  );
}

const MODELS = [
  { value: 'dawid-skene', label: 'Dawid-Skene' },
  { value: 'mace', label: 'MACE' },
] as const;

type Props = Readonly<{ campaignId: number; assessor: string }>;

/** What a model of the crowd says of somebody, and whether it can be relied on itself. */
function CrowdSection({ campaignId, assessor }: Props) {
  const [model, setModel] = useState<CrowdModel>('dawid-skene');
  const { data, error } = useRead('/api/campaigns/{campaign_id}/agreement/crowd', {
    campaign_id: campaignId,
    model,
    assessor,
  });
  return (
    <section aria-labelledby="crowd">
      <h3 id="crowd">Models of the crowd</h3>
      <Segmented label="Model" options={MODELS} value={model} onChange={setModel} />
      <p className={text.soft}>
        <Defined at={definitionOf('crowd', model)}>What this model estimates</Defined>
      </p>
      <ErrorMessage error={error} />
      {data === undefined && error === null && <Waiting label="Fitting the model" />}
      {data?.fit != null && <Fitted fit={data.fit} assessor={assessor} />}
    </section>
  );
}

function Fitted({ fit, assessor }: Readonly<{ fit: CrowdFit; assessor: string }>) {
  const [ofThem, how] = describeFit(fit, assessor);
  return (
    <>
      <p>{ofThem}</p>
      <p className={text.soft}>{how}</p>
      <LikelihoodFigure values={fit.log_likelihood} fileName={`log-likelihood-${fit.model}`} />
      {fit.confusion !== null && <Confusion scale={fit.scale} rows={fit.confusion} />}
    </>
  );
}

type ConfusionProps = Readonly<{
  scale: readonly number[];
  rows: readonly (readonly number[])[];
}>;

function Confusion({ scale, rows }: ConfusionProps) {
  const columns = scale.map((grade, column) =>
    numbers<number>(`they give ${grade}`, (place) => rows[place]?.[column] ?? null, formatShare),
  );
  return (
    <TableView
      table={{
        name: 'Grades they give where the model has a true one',
        columns: [
          words<number>('true grade, as the model has it', (place) => `${scale[place] ?? ''}`),
          ...columns,
        ],
        rows: [...rows.keys()],
      }}
    />
  );
}

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
        axes={{ up: 'share of judgments', across: 'grade' }}
        kinds={THEIRS_AND_OTHERS}
        fills={FILLS}
        groups={grades}
        format={formatShare}
      />
      <h3>Hours of the day</h3>
      {hours.length === 0 ? (
        <p>Nothing was judged in the browser.</p>
      ) : (
        <GroupFigure
          title={`Judgments of ${one.assessor} by hour of the day`}
          caption="First looks, by the clock of your own time zone."
          fileName={`hours-of-${one.assessor}`}
          axes={{ up: 'judgments', across: 'hour of the day' }}
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
