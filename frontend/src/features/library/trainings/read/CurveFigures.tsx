import type { Training } from '@/api/types';
import { HEIGHT, drawCurve, lossOf, measureOf } from '@/features/library/trainings/read/drawCurves';
import { Figure } from '@/shared/ui/figure/Figure';
import { counts, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';

type Report = Training['reports'][number];
type Validation = Training['validations'][number];

const OF_LOSS: readonly Column<Report>[] = [
  counts('step', ({ step }) => step),
  words('epoch', ({ epoch }) => epoch.toFixed(2)),
  words('loss', ({ loss }) => loss.toPrecision(5)),
  words('learning rate', ({ learning_rate: rate }) => rate.toPrecision(3)),
];

const OF_MEASURE: readonly Column<Validation>[] = [
  counts('step', ({ step }) => step),
  counts('depth', ({ depth }) => depth),
  words('nDCG@10', ({ measures }) => (measures['nDCG@10'] ?? Number.NaN).toFixed(4)),
  words('RR@10', ({ measures }) => (measures['RR@10'] ?? Number.NaN).toFixed(4)),
  words('better than before', ({ is_best: isBest }) => (isBest ? 'yes' : '')),
];

type Props = Readonly<{ training: Training }>;

function LossFigure({ training }: Props) {
  return (
    <Figure
      title="Loss"
      caption="Mean over the steps since the report before."
      draw={drawCurve}
      of={lossOf(training)}
      table={{ name: 'Reports', columns: OF_LOSS, rows: training.reports }}
      fileName={`loss-${training.name}`}
      height={HEIGHT}
    />
  );
}

function MeasureFigure({ training }: Props) {
  return (
    <Figure
      title="Held-out topics"
      caption="nDCG@10 of the first stage’s passages in the model’s order. A large dot is a model that was better than all before."
      draw={drawCurve}
      of={measureOf(training, 'nDCG@10')}
      table={{ name: 'Validations', columns: OF_MEASURE, rows: training.validations }}
      fileName={`validations-${training.name}`}
      height={HEIGHT}
    />
  );
}

/** The curves of a training, as far as there are any. */
export default function CurveFigures({ training }: Props) {
  return (
    <>
      {training.reports.length > 0 && <LossFigure training={training} />}
      {training.validations.length > 0 && <MeasureFigure training={training} />}
    </>
  );
}
