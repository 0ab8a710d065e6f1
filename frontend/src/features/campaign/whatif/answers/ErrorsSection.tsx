import type { SimulatedErrors } from '@/api/types';
import { Quiet } from '@/features/campaign/whatif/answers/Quiet';
import { sayErrors } from '@/features/campaign/whatif/answers/sayErrors';
import { useErrors } from '@/features/campaign/whatif/state/questions';
import type { Asked } from '@/features/campaign/whatif/state/questions';
import { formatShare } from '@/shared/format/numbers';
import { Fold } from '@/shared/ui/Fold';
import { TableView } from '@/shared/ui/figure/TableView';
import { counts, numbers } from '@/shared/ui/figure/figureTable';
import text from '@/shared/styles/text.module.css';

/** True grades down, given grades across. */
function confusionTable({ confusion }: SimulatedErrors) {
  const grades = [...new Set(confusion.map(({ true: grade }) => grade))];
  const shareOf = (truth: number, given: number): number | null =>
    confusion.find((cell) => cell.true === truth && cell.given === given)?.share ?? null;
  return {
    name: 'How often votes give each grade to passages of each true grade',
    rows: grades,
    columns: [
      counts<number>('true grade', (grade) => grade),
      ...grades.map((given) =>
        numbers<number>(`given ${given}`, (truth) => shareOf(truth, given), formatShare),
      ),
    ],
  };
}

const Shown = ({ errors }: Readonly<{ errors: SimulatedErrors }>) => (
  <>
    <p>{sayErrors(errors)}</p>
    <Fold summary="Errors of the votes, by grade">
      <TableView table={confusionTable(errors)} />
    </Fold>
  </>
);

type Props = Readonly<{ asked: Asked; isUpdating: boolean }>;

function Asking({ asked, isUpdating }: Props) {
  const query = useErrors(asked);
  return (
    <Quiet
      query={query}
      waiting="Simulating the votes"
      isStale={isUpdating || query.isPlaceholderData}
    >
      {({ found: { found, problem } }) =>
        found === null ? <p className={text.note}>{problem}</p> : <Shown errors={found} />
      }
    </Quiet>
  );
}

/** What the assessors’ errors alone would do. It is asked for once it is opened. */
export const ErrorsSection = (props: Props) => (
  <Fold summary={<h2>What judging errors would do</h2>}>
    <Asking {...props} />
  </Fold>
);
