import { BatchFields } from '@/features/campaign/setup/active/BatchFields';
import { LearnerFields } from '@/features/campaign/setup/active/LearnerFields';
import { RuleChoice } from '@/features/campaign/setup/active/RuleChoice';
import type { PartProps } from '@/features/campaign/setup/active/partProps';
import { useActiveChoices } from '@/features/campaign/api/setup';
import {
  parseStrata,
  sayControl,
  STRATA_TROUBLE,
  strategyOf,
  whyNoStrategy,
} from '@/features/campaign/setup/draft/active';
import type { ActiveDraft } from '@/features/campaign/setup/draft/active';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { Defined } from '@/shared/ui/Defined';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { RadioCards } from '@/shared/ui/fields/RadioCards';
import { TextField } from '@/shared/ui/fields/TextField';
import { Unread } from '@/shared/ui/requests/Unread';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import text from '@/shared/styles/text.module.css';

const MOST_PAIRS = 1_000_000;
const MOST_CONTROL = 100_000;

/** Which passage of a topic is judged next, and what is trained for that. */
function StrategyFields({ draft, choices, set }: PartProps) {
  const { active } = draft;
  const chosen = strategyOf(choices, active.strategy);
  const cards = choices.strategies.map((one) => {
    const why = whyNoStrategy(one, draft);
    return {
      value: one.key,
      label: one.name,
      hint: why === '' ? one.sentence : `${one.sentence} ${why}`,
      disabled: why !== '',
    };
  });

  // Only a learner takes vectors.
  function choose(strategy: string): void {
    const learns = strategyOf(choices, strategy)?.learns ?? false;
    set({ strategy, ...(!learns && { vectorsOf: '' }) });
  }

  return (
    <section>
      <h3>Strategy</h3>
      <RadioCards
        legend="Strategy"
        hidesLegend
        cards={cards}
        value={active.strategy}
        onChange={choose}
      />
      {chosen?.learns === true && <LearnerFields {...{ draft, choices, set }} />}
      {active.strategy === 'strata' && (
        <TextField
          label="Last rank and share of each stratum"
          hint="10:1, 50:0.3 takes all of ranks 1 to 10, and three in ten of ranks 11 to 50."
          isVerbatim
          value={active.strata}
          trouble={parseStrata(active.strata) === null ? STRATA_TROUBLE : null}
          onChange={(strata) => set({ strata })}
        />
      )}
    </section>
  );
}

/** How many pairs a topic gets at most, and how many of them are drawn at random. */
function AmountFields({ draft: { active }, choices, set }: PartProps) {
  const rule = choices.rules.find(({ key }) => key === active.rule);
  const needed = rule?.needs_control === true ? ` ${sayControl(active.target)}` : '';
  return (
    <section>
      <h3>How many</h3>
      <div className={fields.row}>
        <NumberField
          label="Pairs a topic, at most"
          hint="A topic ends there; passages found by search do not count. Empty: no limit."
          none="no limit"
          value={active.limit}
          min={1}
          max={MOST_PAIRS}
          onChange={(limit) => set({ limit })}
          onEmpty={() => set({ limit: null })}
        />
        <NumberField
          label="Control sample of a topic"
          hint={`Pairs drawn at random and judged first, within the limit. 0: none.${needed}`}
          value={active.control}
          min={0}
          max={MOST_CONTROL}
          onChange={(control) => set({ control })}
        />
      </div>
    </section>
  );
}

/** All that decides which pairs of a pool that learns are chosen, and when a topic ends. */
export function ActiveSection({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const query = useActiveChoices();
  const { data: choices } = query;
  if (choices === undefined)
    return (
      <Unread
        of={query}
        waiting="Listing the strategies"
        trouble="The strategies cannot be listed now"
      />
    );
  const set = (part: Partial<ActiveDraft>): void =>
    change(({ active }) => ({ active: { ...active, ...part } }));
  const props = { draft, choices, set };
  return (
    <>
      <StrategyFields {...props} />
      <AmountFields {...props} />
      <RuleChoice {...props} />
      <BatchFields {...props} />
      <p className={text.soft}>
        Workers choose the first pairs once the campaign is made. Its page “Topics” shows how each
        topic goes. <Defined at="pools#in-a-campaign">How does that work?</Defined>
      </p>
    </>
  );
}
