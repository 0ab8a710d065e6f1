import { useRuns } from '@/api/runs';
import type { PartProps } from '@/features/campaign/setup/active/partProps';
import { SelectField } from '@/shared/ui/fields/SelectField';
import fields from '@/features/campaign/setup/draft/fields.module.css';

const WORDS = { value: '', label: 'words of the passages' };

/** What a strategy trains, and on what. */
export function LearnerFields({ draft, choices, set }: PartProps) {
  const { data: runs = [] } = useRuns();
  const { learner, vectorsOf } = draft.active;
  const withVectors = runs.filter(
    ({ collection, ranker, status }) =>
      collection === draft.collection &&
      status === 'complete' &&
      choices.with_vectors.includes(ranker ?? ''),
  );
  return (
    <div className={fields.row}>
      <SelectField
        label="Learner"
        width="name"
        options={choices.learners.map(({ key, sentence }) => ({ value: key, label: sentence }))}
        value={learner}
        onChange={(key) => set({ learner: key })}
      />
      {withVectors.length > 0 && (
        <SelectField
          label="Learn from"
          width="name"
          options={[
            WORDS,
            ...withVectors.map(({ name }) => ({ value: name, label: `vectors of run ${name}` })),
          ]}
          value={vectorsOf}
          onChange={(name) => set({ vectorsOf: name })}
        />
      )}
    </div>
  );
}
