import { GoldEveryField } from '@/features/campaign/policy/GoldEveryField';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { GOLD_EVERY } from '@/features/campaign/setup/draft/cost';
import { goldOf } from '@/features/campaign/setup/draft/gold';
import { counted } from '@/shared/format';
import { AreaField } from '@/shared/ui/fields/AreaField';
import text from '@/shared/styles/text.module.css';

type Props = Pick<StepProps, 'draft' | 'change'>;

/** Pairs whose grade an expert has given, hidden among the others. */
export function GoldField({ draft, change }: Props) {
  const { marks, trouble } = goldOf(draft);
  return (
    <>
      <AreaField
        label="Gold pairs"
        hint={
          <>
            Pairs of the pool that an expert graded: one a line, query_id, passage_id and grade.{' '}
            {marks.length > 0 && `${counted(marks.length, 'pair')}.`}
          </>
        }
        rows={4}
        value={draft.gold}
        spellCheck={false}
        placeholder="query_id passage_id grade"
        onChange={(gold) => change({ gold })}
      />
      {trouble !== null && (
        <p role="alert" className={text.wrong}>
          In {trouble}
        </p>
      )}
      {marks.length > 0 && (
        <GoldEveryField
          value={draft.goldEvery ?? GOLD_EVERY}
          onChange={(goldEvery) => change({ goldEvery })}
        />
      )}
    </>
  );
}
