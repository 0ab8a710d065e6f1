import * as Plot from '@observablehq/plot';
import { useState } from 'react';
import type { AgreementParts, PartAgreement } from '@/api/types';
import type { Category } from '@/features/campaign/agreement/choice/categories';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { nameOf } from '@/features/campaign/agreement/draw/estimates';
import { spreadOf } from '@/features/campaign/agreement/draw/spread';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { partColumns } from '@/features/campaign/agreement/parts/partColumns';
import { useAgreementParts } from '@/features/campaign/api/agreement';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { counted, formatScore } from '@/shared/format/numbers';
import { Link } from '@/shared/routing/Link';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { LOOK, shortened, tick } from '@/shared/ui/figure/look';
import type { Spread } from '@/shared/ui/figure/spread';
import { Pager } from '@/shared/ui/tables/Pager';

const [ROOM_FOR_NAME, LEFT, LONGEST_NAME] = [26, 46, 16];
/** More boxes than find room are left out: the table has them. On a phone each has its name. */
const NARROWEST_BOX = 9;
const PHONE = 600;
/** How far down a name reaches that is turned so far, for each of its letters. */
const [TURNED, LETTER_DEPTH] = [-60, 6.2];

/** A topic, by its place among all of them. */
type Box = Spread & Readonly<{ place: number; name: string; alpha: number | null }>;

const tip = ({ name, median, mean, alpha }: Box): string =>
  `${name}\nmedian ${median}, mean ${mean.toFixed(2)}\nα ${formatScore(alpha)}`;

type Boxes = Readonly<{ all: readonly Box[]; scale: readonly number[] }>;

/** A box for each topic: whiskers from its lowest to its highest grade, a dot at the mean. */
function drawBoxes(width: number, { all, scale }: Boxes): Element {
  const narrowest = width < PHONE ? ROOM_FOR_NAME : NARROWEST_BOX;
  const boxes = all.slice(0, Math.max(1, Math.floor((width - LEFT) / narrowest)));
  const cut = boxes.length < all.length ? [`the first ${boxes.length} of ${all.length}`] : [];
  const x = { x: 'place' } as const;
  const named = new Map(boxes.map(({ place, name }) => [place, name]));
  const isNamed = (width - LEFT) / boxes.length >= ROOM_FOR_NAME;
  const longest = Math.max(...boxes.map(({ name }) => shortened(name, LONGEST_NAME).length), 0);
  const below = isNamed ? longest * LETTER_DEPTH + 16 : 24;
  return Plot.plot({
    width,
    height: 240 + below,
    marginLeft: LEFT,
    marginTop: 24,
    marginBottom: below,
    style: LOOK,
    x: {
      type: 'band',
      domain: boxes.map(({ place }) => place),
      label: null,
      tickRotate: isNamed ? TURNED : 0,
      ...(!isNamed && { ticks: [] }),
      tickFormat: (place: number) => shortened(named.get(place) ?? '', LONGEST_NAME),
      padding: 0.35,
    },
    y: {
      domain: [Math.min(...scale), Math.max(...scale)],
      ticks: scale,
      tickFormat: tick,
      label: null,
      grid: true,
    },
    marks: [
      Plot.text(cut, {
        frameAnchor: 'top-right',
        dy: -18,
        fill: 'currentColor',
        text: (d: string) => d,
      }),
      Plot.ruleX(boxes, { ...x, y1: 'least', y2: 'most', stroke: 'currentColor' }),
      Plot.barY(boxes, {
        ...x,
        y1: 'lower',
        y2: 'upper',
        fill: 'var(--plot-background)',
        stroke: 'currentColor',
      }),
      Plot.tickY(boxes, { ...x, y: 'median', stroke: 'var(--accent)', strokeWidth: 3 }),
      Plot.dot(boxes, { ...x, y: 'mean', r: 2.5, fill: 'currentColor' }),
      Plot.tip(boxes, Plot.pointerX({ ...x, y: 'mean', title: tip })),
    ],
  });
}

/** The last of a part's figures is the one by which topics are sorted. */
const alphaOf = ({ coefficients }: PartAgreement): number | null =>
  coefficients.at(-1)?.value ?? null;

const boxesOf = ({ rows, scale }: AgreementParts): Box[] =>
  rows.flatMap((part, place) => {
    const spread = spreadOf(scale, part.n_by_grade);
    return spread === null ? [] : [{ ...spread, place, name: part.name, alpha: alphaOf(part) }];
  });

const gradeColumns = (categories: readonly Category[]): Column<PartAgreement>[] =>
  categories.map(({ name }, index) =>
    counts<PartAgreement>(name, ({ n_by_grade: ns }) => ns[index] ?? 0),
  );

type FigureProps = Readonly<{
  parts: AgreementParts;
  categories: readonly Category[];
  campaignId: number;
}>;

function TopicFigure({ parts, categories, campaignId }: FigureProps) {
  const link = ({ name }: PartAgreement) => (
    <Link to={`/campaigns/${campaignId}/pairs${addressOf({ query_id: name })}`}>{name}</Link>
  );
  const sortedBy = nameOf(parts.rows[0]?.coefficients.at(-1)?.name ?? '');
  return (
    <Figure
      title="Spread of grades by topic"
      caption={`${counted(parts.n, 'topic')}, those on which assessors agree least, by ${sortedBy}, first. Box from quartile to quartile, line at the median, dot at the mean, whiskers to the lowest and the highest grade.`}
      draw={drawBoxes}
      of={{ all: boxesOf(parts), scale: parts.scale.filter((grade) => grade !== null) }}
      table={{
        name: 'Spread of grades by topic',
        columns: [...partColumns('topic', parts.rows, link), ...gradeColumns(categories)],
        rows: parts.rows,
      }}
      fileName="agreement-by-topic"
      axes={{ across: 'topic', up: 'grade' }}
      height={264}
    />
  );
}

type Props = Readonly<{
  campaignId: number;
  choice: Choice;
  categories: readonly Category[];
}>;

/** How grades spread within each topic: the topics to look at first come first. */
export function TopicSection({ campaignId, choice, categories }: Props) {
  const [page, setPage] = useState(1);
  const topics = useAgreementParts(campaignId, { by: 'topic', page }, choice);
  return (
    <section aria-labelledby="topics">
      <h3 id="topics">By topic</h3>
      <Part query={topics} waiting="Comparing topics">
        {(parts) => (
          <>
            <TopicFigure parts={parts} categories={categories} campaignId={campaignId} />
            <Pager page={parts.page} nPages={parts.n_pages} of="topics" onChange={setPage} />
          </>
        )}
      </Part>
    </section>
  );
}
