import { GoldEveryField } from '@/features/campaign/policy/GoldEveryField';
import { servingOf } from '@/features/campaign/setup/draft/draft';
import { knownOf } from '@/features/campaign/setup/draft/known';
import { GOLD_EVERY } from '@/features/campaign/setup/draft/request';
import type { KnownPair } from '@/features/campaign/setup/draft/types';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { KnownPairs } from '@/features/campaign/setup/known/KnownPairs';
import { counted } from '@/shared/format/numbers';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { Fold } from '@/shared/ui/Fold';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import text from '@/shared/styles/text.module.css';

const topicsOf = (pairs: readonly KnownPair[]): number =>
  new Set(pairs.map(({ query_id: id }) => id)).size;

const summary = (name: string, n: number): string =>
  n === 0 ? name : `${name}: ${counted(n, 'pair')}`;

/** Pairs whose grade an expert knows: hidden among the others, or asked first of everyone. */
export function KnownSection(props: StepProps) {
  const { draft, change } = props;
  const gold = knownOf(draft, 'gold');
  const nGold = gold.length;
  const nRound = knownOf(draft, 'qualification').length;
  return (
    <section>
      <h3>Pairs with known grades</h3>
      <p className={text.soft}>
        Optional. They show how well assessors judge. Each has a grade that you choose here or take
        from older labels.
      </p>
      <Fold summary={summary('Gold pairs', nGold)} startsOpen={nGold > 0}>
        <p className={text.soft}>
          Hidden among the other pairs. Assessors do not learn which pairs are gold.
        </p>
        <KnownPairs {...props} kind="gold" />
        {nGold > 0 && (
          <GoldEveryField
            value={draft.goldEvery ?? GOLD_EVERY}
            onChange={(goldEvery) => change({ goldEvery })}
          />
        )}
        {nGold > 0 && servingOf(draft).unit === 'topics' && (
          <p className={text.soft}>
            Gold pairs lie in {counted(topicsOf(gold), 'topic')}. Topics are judged whole, so only
            assessors of these topics meet one.
          </p>
        )}
      </Fold>
      <Fold summary={summary('Qualification round', nRound)} startsOpen={nRound > 0}>
        <p className={text.soft}>
          Every assessor judges these pairs first. Only those who pass go on to the campaign.
        </p>
        <KnownPairs {...props} kind="qualification" />
        {nRound > 0 && (
          <div className={fields.row}>
            <NumberField
              label="Passing share, in percent"
              hint={`${counted(Math.ceil(draft.passShare * nRound), 'pair')} of ${nRound} graded as you did.`}
              value={Math.round(draft.passShare * 100)}
              min={1}
              max={100}
              onChange={(percent) => change({ passShare: percent / 100 })}
            />
            <NumberField
              label="Attempts"
              hint="The last one shows the right grades."
              value={draft.maxAttempts}
              min={1}
              max={100}
              onChange={(maxAttempts) => change({ maxAttempts })}
            />
          </div>
        )}
      </Fold>
    </section>
  );
}
