import type { Run } from '@/api/types';
import { RunFiles } from '@/upload/choice/RunFiles';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly Run[] }>;

export function RunChoice({ rows, draft, change }: Props) {
  const fitting = rows.filter(
    ({ collection, topic_set: topicSet, status }) =>
      collection === draft.collection && topicSet === draft.topicSet && status === 'complete',
  );

  function choose(name: string, isChosen: boolean): void {
    change(({ runs }) => {
      const others = runs.filter((run) => run !== name);
      return { runs: isChosen ? [...others, name] : others };
    });
  }

  return (
    <section>
      <h3>Runs</h3>
      {fitting.length > 0 && (
        <ChoiceList legend="Runs whose top passages are judged">
          {fitting.map(({ name, n_topics: n, depth = 0 }) => (
            <CheckField
              key={name}
              label={name}
              hint={`${counted(n, 'topic')}, up to ${counted(depth, 'passage')} each`}
              checked={draft.runs.includes(name)}
              onChange={(isChosen) => choose(name, isChosen)}
            />
          ))}
        </ChoiceList>
      )}
      <RunFiles
        ground={draft}
        label={fitting.length > 0 ? 'More run files' : 'Run files'}
        taken={rows.map(({ name }) => name)}
        onDone={(name) => change(({ runs }) => ({ runs: [...runs, name] }))}
      />
    </section>
  );
}
