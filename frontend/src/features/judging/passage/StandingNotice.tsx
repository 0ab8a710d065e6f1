import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';
import { verdictName } from '@/features/judging/pair/words';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';

type Props = Readonly<{
  standing: Verdict | null;
  /** Why it stays as it is. */
  fixed: string | null;
  scale: readonly Grade[];
  onReturn: () => void;
}>;

export function StandingNotice({ standing, fixed, scale, onReturn }: Props) {
  if (standing === null) return null;
  return (
    <p className={notice.notice} role="note">
      <span>
        You judged this <b>{verdictName(standing, scale)}</b>.{' '}
        {fixed ?? 'That stands until you save another.'}
      </span>
      <button type="button" className={buttons.flush} onClick={onReturn}>
        Return
      </button>
    </p>
  );
}
