import type { Choice } from '@/features/campaign/labels/choice';
import { decisionsOf, rounds } from '@/features/campaign/labels/choice';
import { DECISIONS, GOLD, ON_TIES, ROUNDINGS } from '@/features/campaign/labels/ruleTexts';
import type { ControlProps } from '@/features/campaign/whatif/controls/RuleControls';
import { NOTHING, sayCarried } from '@/features/campaign/whatif/state/carried';
import { keepsGrades, relevantFrom } from '@/features/campaign/whatif/state/state';
import { counted } from '@/shared/format/numbers';
import { countsVotes } from '@/shared/labels/aggregates';
import { Fold } from '@/shared/ui/Fold';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/whatif/controls/controls.module.css';
import text from '@/shared/styles/text.module.css';

const MOST = 1_000;

/** Rules that the address brought, which only go all together. */
function Others({ state: { carried, choice }, onChange }: ControlProps) {
  const said = sayCarried(carried, choice);
  if (said === '') return null;
  return (
    <p className={text.note}>
      Also: {said}.{' '}
      <Button
        look="flush"
        onClick={() =>
          onChange({ carried: NOTHING, choice: { ...choice, requiresFallback: false } })
        }
      >
        Drop these rules
      </Button>
    </p>
  );
}

type PartProps = Readonly<{
  choice: Choice;
  labels: ControlProps['offered']['labels'];
  onChoose: (part: Partial<Choice>) => void;
}>;

/** What becomes of pairs that an adjudicator decided on. */
export function Decisions({ choice, labels, onChoose }: PartProps) {
  if (labels.n_decisions === 0) return null;
  return (
    <SelectField
      label="Decisions of adjudicators"
      hint={`On ${counted(labels.n_decisions, 'pair')}.`}
      options={countsVotes(choice.aggregate) ? [...DECISIONS, ON_TIES] : DECISIONS}
      value={decisionsOf(choice)}
      onChange={(decisions) => onChoose({ decisions })}
    />
  );
}

/** Votes that no person gave. */
function Machines({
  choice,
  labels,
  hasKinds,
  onChoose,
}: PartProps & Readonly<{ hasKinds: boolean }>) {
  const hasSimulated = !hasKinds && labels.assessors.some(({ kind }) => kind === 'simulated');
  const { models } = choice;
  return (
    <>
      {hasSimulated && (
        <CheckField
          label="Count simulated assessors"
          checked={choice.countsSimulated}
          onChange={(countsSimulated) => onChoose({ countsSimulated })}
        />
      )}
      {labels.model_assessors.map(({ pseudonym, name }) => (
        <CheckField
          key={pseudonym}
          label={`Count the model ${name} (${pseudonym})`}
          checked={models.includes(pseudonym)}
          onChange={(isIn) => {
            const others = models.filter((one) => one !== pseudonym);
            onChoose({ models: isIn ? [...others, pseudonym] : others });
          }}
        />
      ))}
    </>
  );
}

function Least({ choice, onChoose }: PartProps) {
  return (
    <>
      <NumberField
        label="Minimum votes per pair"
        min={1}
        max={MOST}
        value={choice.minVotes}
        onChange={(minVotes) => onChoose({ minVotes })}
        onEmpty={() => onChoose({ minVotes: 1 })}
      />
      <NumberField
        label="Minimum assessors per topic"
        min={1}
        max={MOST}
        value={choice.minAssessors}
        onChange={(minAssessors) => onChoose({ minAssessors })}
        onEmpty={() => onChoose({ minAssessors: 1 })}
      />
    </>
  );
}

/** Rules that few need at once. */
export function MoreRules(props: ControlProps) {
  const { state, offered, onChange } = props;
  const [{ choice, carried }, { labels }] = [state, offered];
  const onChoose = (part: Partial<Choice>): void => onChange({ choice: { ...choice, ...part } });
  const part = { choice, labels, onChoose };
  return (
    <Fold summary="More rules" startsOpen={sayCarried(carried, choice) !== ''}>
      <div className={styles.more}>
        <Others {...props} />
        {countsVotes(choice.aggregate) && (
          <CheckField
            label="Labels keep grades"
            hint="Votes are counted by grade, not by relevant or not."
            checked={keepsGrades(choice)}
            onChange={(keeps) => {
              const from = relevantFrom(choice);
              onChoose({ threshold: keeps ? null : from, minRelevance: from });
            }}
          />
        )}
        {rounds(choice) && (
          <SelectField
            label="A value between two grades becomes"
            options={ROUNDINGS}
            value={choice.rounding}
            onChange={(rounding) => onChoose({ rounding })}
          />
        )}
        {labels.n_expert_grades > 0 && (
          <SelectField
            label="Gold and qualification pairs"
            options={GOLD}
            value={choice.gold}
            onChange={(gold) => onChoose({ gold })}
          />
        )}
        <Least {...part} />
        <Machines {...part} hasKinds={carried.kinds !== undefined} />
      </div>
    </Fold>
  );
}
