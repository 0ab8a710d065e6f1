import { Figure } from '@/shared/ui/figure/Figure';
import { counts, numbers } from '@/shared/ui/figure/figureTable';
import { svgPart } from '@/shared/ui/figure/svg';

const HEIGHT = 100;
const EDGE = 4;

type Iteration = Readonly<{ number: number; value: number }>;

function drawLine(width: number, values: readonly number[]): SVGSVGElement {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, place) => {
    const x = EDGE + (place / Math.max(values.length - 1, 1)) * (width - 2 * EDGE);
    const y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return svgPart(
    'svg',
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}` },
    svgPart('polyline', {
      points: points.join(' '),
      fill: 'none',
      stroke: 'var(--accent)',
      'stroke-width': 2,
    }),
  );
}

type Props = Readonly<{ values: readonly number[]; fileName: string }>;

/** The log-likelihood after each iteration: where it has become level, the model has converged. */
export function LikelihoodFigure({ values, fileName }: Props) {
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  return (
    <Figure
      title="Log-likelihood by iteration"
      caption={`From ${first.toFixed(1)} to ${last.toFixed(1)}. Where the line has become level, the model has converged.`}
      draw={drawLine}
      of={values}
      table={{
        name: 'Log-likelihood by iteration',
        columns: [
          counts<Iteration>('iteration', ({ number }) => number),
          numbers<Iteration>(
            'log-likelihood',
            ({ value }) => value,
            (value) => (value ?? 0).toFixed(1),
          ),
        ],
        rows: values.map((value, place) => ({ number: place + 1, value })),
      }}
      fileName={fileName}
      axes={{ across: 'iteration', up: 'log-likelihood' }}
      height={HEIGHT}
    />
  );
}
