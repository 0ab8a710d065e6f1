import { useRuns } from '@/api/runs';
import type { PartProps } from '@/features/campaign/setup/active/partProps';
import { SelectField } from '@/shared/ui/fields/SelectField';
import styles from '@/features/campaign/setup/active/ActiveSection.module.css';

const WORDS = { value: '', label: 'words' };

/** What a strategy trains, and on what. */
export function LearnerFields({ draft, choices, set }: PartProps) {
  const { data: runs = [] } = useRuns();
  const { learner, vectorsOf } = draft.active;
  const sentence = choices.learners.find(({ key }) => key === learner)?.sentence;
  const withVectors = runs.filter(
    ({ collection, ranker, status }) =>
      collection === draft.collection &&
      status === 'complete' &&
      choices.with_vectors.includes(ranker ?? ''),
  );
  return (
    <div className={styles.learner}>
      <SelectField
        label="Learner"
        hint={sentence === undefined ? '' : `It trains ${sentence}.`}
        options={choices.learners.map(({ key }) => key)}
        value={learner}
        onChange={(key) => set({ learner: key })}
      />
      {withVectors.length > 0 && (
        <SelectField
          label="Learn from"
          hint="The words of passages, or the vectors that a run computed of them."
          options={[WORDS, ...withVectors.map(({ name }) => name)]}
          value={vectorsOf}
          onChange={(name) => set({ vectorsOf: name })}
        />
      )}
    </div>
  );
}
