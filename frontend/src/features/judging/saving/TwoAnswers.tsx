import type { JudgingSetup } from '@/api/types';
import type { Desk } from '@/features/judging/desk/desk';
import type { Rejected, Standing } from '@/features/judging/outbox/pendingSubmissions';
import { answeredVerdict } from '@/features/judging/pair/deck';
import { beginningOf, verdictNames } from '@/features/judging/pair/verdictTexts';
import { counted } from '@/shared/format/numbers';
import { formatMoment } from '@/shared/format/time';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{ desk: Desk; rejected: readonly Rejected[]; setup: JudgingSetup }>;

type QuestionProps = Readonly<{
  desk: Desk;
  rejected: Rejected;
  standing: Standing;
  setup: JudgingSetup;
  nMore: number;
}>;

function Question({ desk, rejected, standing, setup, nMore }: QuestionProps) {
  const { card, verdict, givenAt } = rejected.pending;
  const standingVerdict = answeredVerdict(standing);
  const [there, here] = verdictNames([standingVerdict, verdict], setup.scale, setup.reasons);
  return (
    <div className={notice.rejected} role="alert">
      <p>
        You judged “{beginningOf(card)}” for “{card.topic.query}” twice: <b>{there}</b> in another
        window or on another device, {formatMoment(standing.created_at)}, and <b>{here}</b> here
        {givenAt !== undefined && `, ${formatMoment(givenAt)}`}. The first counts until you choose.
        {nMore > 0 && ` ${counted(nMore, 'more question')} like this after it.`}
      </p>
      <p className={buttons.actions}>
        <Button look="second" onClick={() => desk.prefer(standingVerdict, rejected, standing)}>
          Keep {there}
        </Button>
        <Button look="second" onClick={() => desk.prefer(verdict, rejected, standing)}>
          Take {here}
        </Button>
        <Button onClick={() => desk.reopen(rejected)}>Show the passage</Button>
      </p>
    </div>
  );
}

/**
 * Asks which of two answers to a passage holds: one given elsewhere stands, one from here came after
 * it. One passage after another, so that the one to judge stays in sight.
 */
export function TwoAnswers({ desk, rejected, setup }: Props) {
  const open = rejected.filter(({ pending }) => pending.standing !== undefined);
  const [first] = open;
  if (first?.pending.standing === undefined) return null;
  return (
    <Question
      key={first.pending.key}
      desk={desk}
      rejected={first}
      standing={first.pending.standing}
      setup={setup}
      nMore={open.length - 1}
    />
  );
}
