import type { PartProps } from '@/features/campaign/setup/active/partProps';
import { whyNoRule } from '@/features/campaign/setup/draft/active';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { Fold } from '@/shared/ui/Fold';
import text from '@/shared/styles/text.module.css';

const NONE = {
  value: '',
  label: 'No rule',
  hint: 'A topic ends at its limit, when nothing is left to choose, or when you end it.',
};

/** The stopping rule that ends topics, with the recall that it aims for. */
export function RuleChoice({ draft, choices, set }: PartProps) {
  const { rule: key, target } = draft.active;
  const chosen = choices.rules.find((rule) => rule.key === key);
  const cards = choices.rules.map((rule) => {
    const why = whyNoRule(rule, draft, choices);
    return {
      value: rule.key,
      label: rule.name,
      hint: `${rule.promise} (${rule.source}.)${why === '' ? '' : ` ${why}`}`,
      disabled: why !== '',
    };
  });
  return (
    <section>
      <h3>When a topic ends</h3>
      <p className={text.soft}>
        The page “Topics” shows what every rule says. One of them can end topics by itself.
      </p>
      <Fold summary={`Stopping rule: ${chosen?.name ?? 'none'}`} startsOpen={key !== ''}>
        <RadioCards
          legend="Stopping rule"
          hidesLegend
          cards={[NONE, ...cards]}
          value={key}
          onChange={(rule) => set({ rule })}
        />
      </Fold>
      <NumberField
        label="Recall to reach, in percent"
        hint="What rules aim for; Knee, Budget, Half and 2399 do not look at it."
        value={Math.round(100 * target)}
        min={1}
        max={99}
        onChange={(percent) => set({ target: percent / 100 })}
      />
    </section>
  );
}
