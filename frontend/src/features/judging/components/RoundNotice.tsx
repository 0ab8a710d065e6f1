import type { JudgingSetup } from '@/api/types';
import type { DeskState } from '@/features/judging/desk';
import { roundWords } from '@/features/judging/roundWords';

type Props = Readonly<{ state: DeskState; setup: JudgingSetup }>;

/** The qualification round: one quiet place, which says what it is and then what the expert says. */
export function RoundNotice({ state, setup: { scale, qualification } }: Props) {
  const words = roundWords(state, scale, qualification);
  return (
    <div role="status" aria-label="Qualification round">
      {words !== null && (
        <div className={`round ${words.kind}`} data-testid="round">
          <p>
            <b>{words.title}</b>
          </p>
          {words.explanation !== '' && <p className="explanation">{words.explanation}</p>}
          {words.text !== '' && <p className="soft">{words.text}</p>}
        </div>
      )}
    </div>
  );
}
