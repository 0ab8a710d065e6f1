import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { useCompared } from '@/features/comparison/api/comparison';
import type { PanelProps } from '@/features/comparison/choice/panel';
import { KeepAnswer } from '@/features/comparison/keeping/KeepAnswer';
import { PlanAnswer } from '@/features/comparison/significance/PlanAnswer';
import { isLowerBetter } from '@/features/comparison/texts/measuresOf';
import { useSettled } from '@/shared/browser/useTyped';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { useAddress } from '@/shared/routing/useAddress';

const MOST_DIFFERENCE = 100_000;

/** How many topics the difference that is looked at would take, or another that is typed in. */
export function TopicPlan(props: PanelProps) {
  const { comparison, selection, isOutdated, focus } = props;
  const { measure, run, labels } = focus;
  const [params, change] = useAddress('/compare');
  const typed = params.get('find') ?? '';
  const find = useSettled(Number(typed) > 0 ? typed : '');
  const { data, error } = useCompared(
    '/api/comparison/topic-plan',
    selection,
    { run, measure, label_set: labels, ...(find !== '' && { difference: Number(find) }) },
    { enabled: !isOutdated },
  );
  const isRank = isLowerBetter(comparison, measure);
  return (
    <section aria-labelledby="how-many-topics">
      <h2 id="how-many-topics">How many topics</h2>
      <NumberField
        label="Difference to find"
        hint="In the measure’s units; empty for the one that was seen"
        kind="any"
        value={Number(typed) > 0 ? Number(typed) : null}
        none="as seen"
        min={0}
        max={MOST_DIFFERENCE}
        onChange={(number) => change({ find: number > 0 ? `${number}` : '' })}
        onEmpty={() => change({ find: '' })}
      />
      <ErrorMessage error={error} />
      {error === null && data === undefined && <Waiting label="Planning" />}
      {error === null && data !== undefined && (
        <>
          <PlanAnswer plan={data} focus={focus} isRank={isRank} />
          <KeepAnswer
            {...props}
            kind="topic-plan"
            question={{ measure, run, label_set: labels, ...(find !== '' && { difference: find }) }}
          />
        </>
      )}
    </section>
  );
}
