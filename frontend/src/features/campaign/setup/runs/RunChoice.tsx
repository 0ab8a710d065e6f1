import type { Run } from '@/api/types';
import { useSendRun } from '@/features/campaign/api/uploads';
import { UploadBox } from '@/features/campaign/setup/upload/UploadBox';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { counted } from '@/shared/format';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';

type Props = Pick<StepProps, 'draft' | 'change'> & Readonly<{ rows: readonly Run[] }>;

export function RunChoice({ rows, draft, change }: Props) {
  const send = useSendRun(draft.collection, draft.topicSet);
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
      <UploadBox
        key={`${draft.collection} ${draft.topicSet}`}
        what="run"
        label={fitting.length > 0 ? 'More run files' : 'Run files'}
        hint="TREC’s six columns or MS MARCO’s three, gzipped or not; several at once."
        isMultiple
        taken={rows.map(({ name }) => name)}
        command={(name, file) =>
          `./dev manage import_run ${file} --name ${name} --collection ${draft.collection}` +
          ` --topics ${draft.topicSet}`
        }
        send={send}
        onDone={(name) => change(({ runs }) => ({ runs: [...runs, name] }))}
      />
    </section>
  );
}
