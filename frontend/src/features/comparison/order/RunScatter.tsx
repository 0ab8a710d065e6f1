import type { ComparedOrders } from '@/api/compared';
import { drawScatter } from '@/features/comparison/kit/drawScatter';
import type { Axis } from '@/features/comparison/order/axes';
import {
  formatCorrelation,
  formatCorrelations,
  tauOf,
} from '@/features/comparison/order/correlations';
import { lineStyle, nameIn } from '@/features/comparison/order/lineStyles';
import { placeNames } from '@/features/comparison/order/placeNames';
import { formatScore } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { svgPart } from '@/shared/ui/figure/svg';

type ScatterDot = Readonly<{ name: string; x: number; y: number }>;

type Scale = Readonly<{ label: string; isRank: boolean }>;

type Options = Readonly<{
  dots: readonly ScatterDot[];
  x: Scale;
  y: Scale;
  focus: string;
}>;

const HEIGHT = 420;
const [MARGIN_LEFT, MARGIN_BOTTOM] = [56, 44];

type Spot = Readonly<{ name: string; x: number; y: number; isKept: boolean }>;

function nameTags(spots: readonly Spot[], width: number): SVGElement[] {
  const short = spots.map((one) => ({ ...one, name: nameIn(one.name, width * 0.4) }));
  const frame = { left: MARGIN_LEFT - 6, right: width, top: 0, bottom: HEIGHT - MARGIN_BOTTOM };
  return placeNames(short, frame).flatMap((place, at) => {
    const from = short[at];
    if (place === null || from === undefined) return [];
    const { x, y, anchor } = place;
    const text = { x, y, dy: '0.32em', 'text-anchor': anchor, fill: 'currentColor' };
    const thread = { x1: from.x, y1: from.y, x2: x, y2: y, stroke: 'var(--soft)' };
    return svgPart(
      'g',
      { 'font-size': 11 },
      ...(y === from.y ? [] : [svgPart('line', { ...thread, 'stroke-opacity': 0.6 })]),
      svgPart('text', text, from.name),
    );
  });
}

/** A dot a run: by one order across, by the other up. Right and up are better. */
function drawRuns(width: number, { dots, x, y, focus }: Options): Element {
  const plot = drawScatter({
    frame: { width, height: HEIGHT, marginLeft: MARGIN_LEFT, marginBottom: MARGIN_BOTTOM },
    ...{ x: { ...x, inset: 14 }, y: { ...y, inset: 14 }, dots, between: ', ' },
    as: {
      strokeWidth: 1,
      fill: (_: ScatterDot, at: number) => lineStyle(at).colour,
      r: ({ name }: ScatterDot) => (name === focus ? 6 : 4.5),
    },
    nameOf: ({ name }) => name,
  });
  const [across, up] = [plot.scale('x'), plot.scale('y')];
  const spots = dots.map((dot) => ({
    ...{ name: dot.name, isKept: dot.name === focus },
    ...{ x: Number(across?.apply(dot.x)), y: Number(up?.apply(dot.y)) },
  }));
  plot.append(...nameTags(spots, width));
  return plot;
}

type System = ComparedOrders['systems'][number];

const nameOf = ({ labels, measure }: Axis): string => `${measure} under ${labels}`;

function tableOf({ first, second, systems }: ComparedOrders): FigureTable<System> {
  return {
    name: 'Runs in both orders',
    columns: [
      words('run', ({ run }) => run),
      numbers(
        nameOf(first),
        (one) => one.first.mean,
        (mean) => formatScore(mean, first.lower_is_better),
      ),
      numbers(
        'place',
        (one) => one.first.rank,
        (rank) => rank,
      ),
      numbers(
        nameOf(second),
        (one) => one.second.mean,
        (mean) => formatScore(mean, second.lower_is_better),
      ),
      numbers(
        'other place',
        (one) => one.second.rank,
        (rank) => rank,
      ),
    ],
    rows: systems,
  };
}

/** One dot a run: its mean in the one order and in the other. */
export function RunScatter({ orders, run }: Readonly<{ orders: ComparedOrders; run: string }>) {
  const { first, second, systems } = orders;
  const tau = tauOf(orders);
  const [x, y] = [first, second].map((one) => ({
    label: nameOf(one),
    isRank: one.lower_is_better,
  })) as [Scale, Scale];
  const dots = systems.map((one) => ({ name: one.run, x: one.first.mean, y: one.second.mean }));
  const title = `${nameOf(second)} against ${nameOf(first)}`;
  const turned = first.lower_is_better || second.lower_is_better;
  const found = `${formatCorrelation(tau?.value ?? null)} ${formatCorrelations(tau?.interval ?? null)}`;
  return (
    <>
      <p>
        Kendall’s tau-b of these two orders: <b>{found.trim()}</b>
        {tau !== undefined && tau.note !== '' && <small> ({tau.note})</small>}.
      </p>
      <Figure
        title={title}
        caption={`${title}: one dot a run, its mean over topics. Right and up are better${turned ? '; axes where lower is better are turned' : ''}. Names that do not fit are only in the table.`}
        draw={drawRuns}
        of={{ dots, x, y, focus: run }}
        table={tableOf(orders)}
        fileName={`scatter-${second.measure}-${second.labels}-${first.measure}-${first.labels}`}
        height={420}
      />
    </>
  );
}
