import type { Params } from '@/api/calls';
import type { ComparedSystems, SystemFamily } from '@/api/compared';
import { useRead } from '@/api/read';
import { KEPT_MS, useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { KeepAnswer } from '@/features/comparison/saved/save/KeepAnswer';
import { FocusFields } from '@/features/comparison/kit/FocusFields';
import { Differences } from '@/features/comparison/significance/Differences';
import { PlanAnswer } from '@/features/comparison/significance/PlanAnswer';
import { SystemsAnswer } from '@/features/comparison/significance/SystemsAnswer';
import {
  ADJUSTMENTS,
  familyQuestion,
  hasBaseline,
  isDrawn,
  MOST_DRAWS,
  MOST_SEED,
  readFamilyChoice,
  systemsQuery,
  wantsCorrection,
} from '@/features/comparison/significance/familyChoice';
import type { FamilyChoice, Method } from '@/features/comparison/significance/familyChoice';
import { familyCsv } from '@/features/comparison/significance/familyTables';
import { isLowerBetter, runsOf } from '@/features/comparison/texts/measuresOf';
import { useSettled } from '@/shared/browser/useTyped';
import { definitionOf } from '@/shared/definitions/definitions';
import { CORRECTIONS, SYSTEM_METHODS } from '@/shared/evaluation/testNames';
import { useAddress } from '@/shared/routing/useAddress';
import { Defined } from '@/shared/ui/Defined';
import { Fold } from '@/shared/ui/Fold';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { optionsOf } from '@/shared/ui/fields/options';
import { fileNameOf, saveFile } from '@/shared/ui/figure/FigureDownloads';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/comparison/significance/significance.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';

const MOST_DIFFERENCE = 100_000;

/** How many topics the difference that is looked at would take, or another that is typed in. */
function TopicPlan(props: PanelProps) {
  const { comparison, focus } = props;
  const { measure, run, labels } = focus;
  const [params, change] = useAddress('/compare');
  const typed = params.get('find') ?? '';
  const find = useSettled(Number(typed) > 0 ? typed : '');
  const plan = useCompared('/api/comparison/topic-plan', props, {
    run,
    measure,
    label_set: labels,
    ...(find !== '' && { difference: Number(find) }),
  });
  const isRank = isLowerBetter(comparison, measure);
  return (
    <>
      <NumberField
        label="Difference to find"
        hint="In units of the measure; empty for the observed difference"
        kind="any"
        value={Number(typed) > 0 ? Number(typed) : null}
        none="as seen"
        min={0}
        max={MOST_DIFFERENCE}
        onChange={(number) => change({ find: number > 0 ? `${number}` : '' })}
        onEmpty={() => change({ find: '' })}
      />
      <Loaded query={plan} waiting="Planning">
        {(data) => (
          <>
            <PlanAnswer plan={data} focus={focus} isRank={isRank} />
            <KeepAnswer
              {...props}
              kind="topic-plan"
              question={{
                measure,
                run,
                label_set: labels,
                ...(find !== '' && { difference: find }),
              }}
            />
          </>
        )}
      </Loaded>
    </>
  );
}

const METHODS = optionsOf<Method>(SYSTEM_METHODS);
const CORRECTED_BY = ADJUSTMENTS.map((value) => ({ value, label: CORRECTIONS[value] }));

type Props = Readonly<{ choice: FamilyChoice; systems: readonly string[] }>;

/** The method, and what it needs. */
function FamilyFields({ choice, systems }: Props) {
  const { method, against, adjust, draws, seed } = choice;
  const [, change] = useAddress('/compare');
  return (
    <div className={styles.choices}>
      <div className={styles.method}>
        <SelectField
          label="Method"
          width="full"
          hint={<Defined at={definitionOf('system_tests', method)}>About this method</Defined>}
          options={METHODS}
          value={method}
          onChange={(name) => change({ method: name })}
        />
      </div>
      {hasBaseline(method) && (
        <SelectField
          label="With"
          options={systems}
          value={against}
          onChange={(name) => change({ against: name })}
        />
      )}
      {wantsCorrection(method) && (
        <SelectField
          label="Corrected by"
          options={CORRECTED_BY}
          value={adjust}
          onChange={(name) => change({ adjust: name })}
        />
      )}
      {isDrawn(method) && (
        <>
          <NumberField
            label="Random draws"
            value={draws}
            min={1}
            max={MOST_DRAWS}
            onChange={(number) => change({ draws: `${number}` })}
          />
          <NumberField
            label="Seed"
            value={seed}
            min={0}
            max={MOST_SEED}
            onChange={(number) => change({ draws_seed: `${number}` })}
          />
        </>
      )}
    </div>
  );
}

function saveCsv(compared: ComparedSystems, looked: SystemFamily): void {
  const file = new Blob([familyCsv(compared, looked)], { type: 'text/csv;charset=utf-8' });
  saveFile(file, `${fileNameOf(`systems-${compared.method}-${looked.measure}`)}.csv`);
}

/** All runs as one family, by a test that answers all questions of it together. */
function Systems(props: PanelProps) {
  const { comparison, selection, isOutdated, focus } = props;
  const [params] = useAddress('/compare');
  const choice = readFamilyChoice(params, comparison);
  // As text: an object would be another one each time, and never settle.
  const now = JSON.stringify(systemsQuery(comparison, selection, choice, focus.measure));
  const asked = useSettled(now);
  const query = JSON.parse(asked) as Params<'/api/comparison/systems'>;
  const answer = useRead('/api/comparison/systems', query, {
    staleTime: KEPT_MS,
    enabled: !isOutdated,
  });
  const { data, error } = asked === now ? answer : { data: undefined, error: null };
  const looked = data?.families.find(({ labels }) => labels === focus.labels);
  return (
    <section aria-labelledby="systems">
      <h2 id="systems">All systems at once</h2>
      <p className={text.soft}>
        Compares every run with every other, topics as blocks; the test chosen above is not used
        here. <Defined at="significance#families-of-systems">Which method to choose</Defined>
      </p>
      <FamilyFields choice={choice} systems={runsOf(comparison)} />
      <ErrorMessage error={error} />
      {error === null && looked === undefined && <Waiting label="Comparing all systems" />}
      {data !== undefined && looked !== undefined && (
        <>
          <SystemsAnswer compared={data} looked={looked} />
          <p className={buttons.actions}>
            <Button look="flush" onClick={() => saveCsv(data, looked)}>
              Download CSV of {SYSTEM_METHODS[choice.method]}
            </Button>
          </p>
          <KeepAnswer {...props} kind="systems" question={familyQuestion(choice, focus.measure)} />
        </>
      )}
    </section>
  );
}

/** Whether differences are real: each of them, all systems at once, and how many topics it would take. */
export default function SignificancePanel(props: PanelProps) {
  const [params] = useAddress('/compare');
  return (
    <>
      <FocusFields {...props} />
      <Differences {...props} />
      <Systems {...props} />
      <section aria-labelledby="how-many-topics">
        <Fold
          summary={<h2 id="how-many-topics">How many topics</h2>}
          startsOpen={params.has('find')}
        >
          <TopicPlan {...props} />
        </Fold>
      </section>
    </>
  );
}
