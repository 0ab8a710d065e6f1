import * as Plot from '@observablehq/plot';
import type { Training } from '@/api/types';
import { formatCount } from '@/shared/format/numbers';
import { LOOK } from '@/shared/ui/figure/look';

export type Curve = Readonly<{
  /** What stands at the axis. */
  name: string;
  nSteps: number;
  points: readonly Readonly<{ step: number; value: number; isBest: boolean }>[];
}>;

export const HEIGHT = 240;

/** The mean loss between two reports. */
export const lossOf = ({ reports, n_steps: nSteps }: Training): Curve => ({
  name: 'loss',
  nSteps,
  points: reports.map(({ step, loss }) => ({ step, value: loss, isBest: false })),
});

/** A measure over the held-out topics; a dot where a model was better than all before. */
export const measureOf = ({ validations, n_steps: nSteps }: Training, name: string): Curve => ({
  name,
  nSteps,
  points: validations.map(({ step, measures, is_best: isBest }) => ({
    step,
    value: measures[name] ?? Number.NaN,
    isBest,
  })),
});

/** One curve over the steps of a training, up to its last. */
export function drawCurve(width: number, { name, nSteps, points }: Curve): Element {
  return Plot.plot({
    width,
    height: HEIGHT,
    marginLeft: 52,
    marginRight: 18,
    marginBottom: 40,
    style: LOOK,
    x: { label: 'step', domain: [0, nSteps], ticks: 4, tickFormat: formatCount, labelOffset: 36 },
    y: { label: name, grid: true, ticks: 5, zero: false },
    marks: [
      Plot.lineY(points, { x: 'step', y: 'value', stroke: 'var(--accent)', strokeWidth: 2 }),
      Plot.dot(points, { x: 'step', y: 'value', r: 1.5, fill: 'var(--accent)' }),
      Plot.dot(
        points.filter(({ isBest }) => isBest),
        { x: 'step', y: 'value', r: 4, fill: 'var(--accent)' },
      ),
    ],
  });
}
