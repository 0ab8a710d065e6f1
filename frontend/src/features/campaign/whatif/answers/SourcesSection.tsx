import type { Sources } from '@/api/types';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { saySources } from '@/features/campaign/whatif/answers/saySources';
import { drawSources } from '@/features/campaign/whatif/figures/drawSources';
import type { Share } from '@/features/campaign/whatif/figures/drawSources';
import { useSources } from '@/features/campaign/whatif/state/questions';
import type { Asked } from '@/features/campaign/whatif/state/questions';
import { formatCount, formatScore, formatShare } from '@/shared/format/numbers';
import { Fold } from '@/shared/ui/Fold';
import { Figure } from '@/shared/ui/figure/Figure';
import { TableView } from '@/shared/ui/figure/TableView';
import { counts, numbers, words } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

const SHARES = [
  words<Share>('source', ({ source }) => source),
  numbers<Share>('share', ({ share }) => share, formatShare),
];

type PlanRow = Sources['plan'][number];

/** The plan as a grid: topics down, votes of each pair across. */
function planTable({ plan, n_people: people }: Sources) {
  const widths = [...new Set(plan.map(({ n_people: n }) => n))].filter(
    (n) => n <= Math.max(6, 2 * people),
  );
  const topics = [...new Set(plan.map(({ n_topics: n }) => n))];
  const at = (nTopics: number, nPeople: number): PlanRow | undefined =>
    plan.find(({ n_topics: t, n_people: p }) => t === nTopics && p === nPeople);
  return {
    name: 'Half-width of the interval, by topics and by votes of each pair',
    rows: topics,
    columns: [
      counts<number>('topics', (n) => n),
      ...widths.map((n) =>
        numbers<number>(
          n === 1 ? '1 vote' : `${formatCount(n)} votes`,
          (nTopics) => at(nTopics, n)?.half_width ?? null,
          (value) => (value === null ? '–' : `±${formatScore(value)}`),
        ),
      ),
    ],
  };
}

function Shown({ sources }: Readonly<{ sources: Sources }>) {
  const { shares, n_topics: nTopics, n_people: nPeople } = sources;
  const rows: Share[] = [
    { source: 'topics', share: shares.topics },
    { source: 'people', share: shares.people },
    { source: 'rest', share: shares.rest },
  ];
  const title = 'Where the uncertainty of the lead comes from';
  const listed = rows.map(({ source, share }) => `${source} ${formatShare(share)}`).join(', ');
  return (
    <>
      <p>{saySources(sources)}</p>
      <Figure
        title={title}
        caption={`${title}: ${listed}. These are shares of the variance of the mean lead, one vote of each pair at a time, over the ${nTopics} topics all of whose pairs have ${nPeople} votes.`}
        draw={drawSources}
        of={rows}
        table={{ name: title, columns: SHARES, rows }}
        fileName="sources-of-uncertainty"
        height={62}
      />
      <Fold summary="Plan: other numbers of topics and votes">
        <TableView table={planTable(sources)} />
        <p className={text.note}>
          Half-widths of the {formatShare(sources.confidence)} interval of the lead.
        </p>
      </Fold>
    </>
  );
}

type Props = Readonly<{ asked: Asked; isUpdating: boolean }>;

function Asking({ asked, isUpdating }: Props) {
  const query = useSources(asked);
  return (
    <Quiet
      query={query}
      waiting="Splitting the uncertainty"
      isStale={isUpdating || query.isPlaceholderData}
    >
      {({ found: { found, problem } }) =>
        found === null ? <p className={text.note}>{problem}</p> : <Shown sources={found} />
      }
    </Quiet>
  );
}

/** Whether more topics or more votes would help. It is asked for once it is opened. */
export const SourcesSection = (props: Props) => (
  <Fold summary={<h2>Where the uncertainty comes from</h2>}>
    <Asking {...props} />
  </Fold>
);
