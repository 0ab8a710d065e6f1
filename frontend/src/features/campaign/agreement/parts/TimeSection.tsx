import * as Plot from '@observablehq/plot';
import type { AgreementParts, PartAgreement } from '@/api/types';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { nameOf, valueOf } from '@/features/campaign/agreement/draw/estimates';
import { FirstOf } from '@/features/campaign/agreement/parts/FirstOf';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { partColumns } from '@/features/campaign/agreement/parts/partColumns';
import { useAgreementParts } from '@/features/campaign/api/agreement';
import { formatScore } from '@/shared/format/numbers';
import { Figure } from '@/shared/ui/figure/Figure';
import { legend } from '@/shared/ui/figure/legend';
import { LOOK, tick } from '@/shared/ui/figure/look';

const ROOM_FOR_DATE = 84;
const [HEIGHT, LEFT, BOTTOM] = [240, 40, 28];

type Point = Readonly<{ at: string; figure: string; value: number }>;

const COLOURS = ['var(--accent)', 'var(--soft)'];
const colourOf = (index: number): string => COLOURS[index] ?? 'var(--ink)';

const pointsOf = (parts: readonly PartAgreement[], figure: string): Point[] =>
  parts.flatMap(({ name, coefficients }) => {
    const value = valueOf(coefficients, figure);
    return value === null ? [] : [{ at: name, figure, value }];
  });

/** Some of the names, so many as find room. */
function ticksOf(names: readonly string[], width: number): string[] {
  const step = Math.ceil((names.length * ROOM_FOR_DATE) / (width - LEFT));
  return names.filter((_, index) => index % step === 0);
}

/** A line for the same grade and one for the last coefficient, from one part of time to the next. */
function drawTime(width: number, parts: readonly PartAgreement[]): Element {
  const figures = ['percent_agreement', parts[0]?.coefficients.at(-1)?.name ?? ''];
  const names = parts.map(({ name }) => name);
  const points = figures.flatMap((figure) => pointsOf(parts, figure));
  const entries = figures.map((figure, index) => ({
    name: nameOf(figure),
    colour: colourOf(index),
  }));
  const { part, height } = legend(entries, width);
  const stroke = ({ figure }: Point): string => colourOf(figures.indexOf(figure));
  const at = { x: 'at', y: 'value' } as const;
  const plot = Plot.plot({
    width,
    height: HEIGHT + height,
    marginTop: height + 12,
    marginLeft: LEFT,
    marginBottom: BOTTOM,
    marginRight: 36,
    style: LOOK,
    x: { type: 'point', domain: names, ticks: ticksOf(names, width), label: null, padding: 0.3 },
    y: {
      label: null,
      grid: true,
      domain: domainOf(points),
      tickFormat: tick,
    },
    marks: [
      Plot.ruleY([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
      Plot.line(points, { ...at, z: 'figure', stroke, strokeWidth: 2 }),
      Plot.dot(points, { ...at, fill: stroke, r: 3.5 }),
      Plot.tip(
        points,
        Plot.pointer({
          ...at,
          title: (one: Point) => `${one.at}\n${nameOf(one.figure)} ${formatScore(one.value)}`,
        }),
      ),
    ],
  });
  plot.append(part);
  return plot;
}

const domainOf = (points: readonly Point[]): [number, number] => [
  Math.min(0, ...points.map(({ value }) => value)),
  1,
];

function TimeFigure({ parts }: Readonly<{ parts: AgreementParts }>) {
  const { rows: groups } = parts;
  return (
    <Figure
      title="Agreement over time"
      caption="A pair counts on the day of its last vote, or in that week (from Monday) or month."
      draw={drawTime}
      of={groups}
      table={{ name: 'Agreement over time', columns: partColumns('time', groups), rows: groups }}
      fileName="agreement-over-time"
      axes={{ across: 'time', up: 'agreement' }}
      height={260}
    />
  );
}

/** Whether people agree more or less as the campaign goes on. */
export function TimeSection({
  campaignId,
  choice,
}: Readonly<{ campaignId: number; choice: Choice }>) {
  const times = useAgreementParts(campaignId, { by: 'time' }, choice);
  return (
    <section aria-labelledby="time">
      <h3 id="time">Over time</h3>
      <Part query={times} waiting="Comparing days">
        {(parts) => (
          <>
            <FirstOf shown={parts.rows.length} n={parts.n} />
            <TimeFigure parts={parts} />
          </>
        )}
      </Part>
    </section>
  );
}
