import type { JudgingSetup } from '@/api/types';
import type { DeskState } from '@/features/judging/desk/desk';
import { shown } from '@/features/judging/pair/deck';
import { useFetched } from '@/features/judging/page/useFetched';
import text from '@/shared/styles/text.module.css';
import notice from '@/features/judging/frame/notice.module.css';

const loadText = () => import('@/features/judging/page/roundText');

type Props = Readonly<{ state: DeskState; setup: JudgingSetup }>;

/** The qualification round: first what it is, then what the expert says. */
export function RoundNotice({ state, setup: { scale, qualification } }: Props) {
  const fetched = useFetched(loadText, qualification !== null, shown(state.deck)?.key);
  const words =
    fetched === null || fetched === 'failed'
      ? null
      : fetched.roundText(state, scale, qualification);
  return (
    <div role="status" aria-label="Qualification round">
      {words !== null && (
        <div className={notice.round} data-kind={words.kind} data-testid="round">
          <p>
            <b>{words.title}</b>
          </p>
          {words.explanation !== '' && <p>{words.explanation}</p>}
          {words.text !== '' && <p className={text.soft}>{words.text}</p>}
        </div>
      )}
    </div>
  );
}
