import type { ComparedSystems, SystemFamily } from '@/api/compared';
import type { Params } from '@/api/calls';
import { useRead } from '@/api/read';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { KEPT_MS } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { KeepAnswer } from '@/features/comparison/keeping/KeepAnswer';
import {
  familyQuestion,
  readFamilyChoice,
  systemsQuery,
} from '@/features/comparison/significance/familyChoice';
import type { Method } from '@/features/comparison/significance/familyChoice';
import { FamilyFields } from '@/features/comparison/significance/FamilyFields';
import { familyCsv } from '@/features/comparison/significance/familyTables';
import { SystemsAnswer } from '@/features/comparison/significance/SystemsAnswer';
import { runsOf } from '@/features/comparison/texts/measuresOf';
import { SYSTEM_METHODS } from '@/shared/evaluation/testNames';
import { useSettled } from '@/shared/browser/useTyped';
import { fileNameOf, saveFile } from '@/shared/ui/figure/FigureDownloads';
import { Defined } from '@/shared/ui/Defined';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { useAddress } from '@/shared/routing/useAddress';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

type ShownProps = Readonly<{
  compared: ComparedSystems;
  looked: SystemFamily;
  method: Method;
}>;

function saveCsv({ compared, looked }: ShownProps): void {
  const file = new Blob([familyCsv(compared, looked)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `${fileNameOf(`systems-${compared.method}-${looked.measure}`)}.csv`);
}

/** What the method says, as a file as well, and how to keep it. */
function Shown(props: ShownProps) {
  const { compared, looked, method } = props;
  return (
    <>
      <SystemsAnswer compared={compared} looked={looked} />
      <p className={buttons.actions}>
        <Button look="flush" onClick={() => saveCsv(props)}>
          Download CSV of {SYSTEM_METHODS[method]}
        </Button>
      </p>
    </>
  );
}

/** All runs as one family, by a test that answers all questions of it together. */
export function Systems(props: PanelProps) {
  const { comparison, selection, isOutdated, focus } = props;
  const [params] = useAddress('/compare');
  const choice = readFamilyChoice(params, comparison);
  // As text: an object would be another one each time, and never settle.
  const now = JSON.stringify(systemsQuery(comparison, selection, choice, focus.measure));
  const asked = useSettled(now);
  const query = JSON.parse(asked) as Params<'/api/systems'>;
  const answer = useRead('/api/systems', query, { staleTime: KEPT_MS, enabled: !isOutdated });
  const { data, error } = asked === now ? answer : { data: undefined, error: null };
  const looked = data?.families.find(({ labels }) => labels === focus.labels);
  return (
    <section aria-labelledby="systems">
      <h2 id="systems">All systems at once</h2>
      <p className={text.soft}>
        Every run beside every other, topics as blocks; the choice of test above does not count
        here. <Defined at="significance#families-of-systems">Which method to choose</Defined>
      </p>
      <FamilyFields choice={choice} systems={runsOf(comparison)} />
      <ErrorText error={error} />
      {error === null && looked === undefined && <Waiting label="Comparing all systems" />}
      {data !== undefined && looked !== undefined && (
        <>
          <Shown compared={data} looked={looked} method={choice.method} />
          <KeepAnswer {...props} kind="systems" question={familyQuestion(choice, focus.measure)} />
        </>
      )}
    </section>
  );
}
