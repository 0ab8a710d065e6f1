import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';
import buttons from '@/shared/styles/buttons.module.css';
import notice from '@/features/judging/frame/notice.module.css';
import { verdictName } from '@/features/judging/pair/verdictTexts';

type Props = Readonly<{
  currentVerdict: Verdict | null;
  /** Why it stays as it is. */
  fixed: string | null;
  scale: readonly Grade[];
  onReturn: () => void;
}>;

export function JudgedBeforeNotice({ currentVerdict, fixed, scale, onReturn }: Props) {
  if (currentVerdict === null) return null;
  return (
    <p className={notice.notice} role="note">
      <span>
        You judged this <b>{verdictName(currentVerdict, scale)}</b>.{' '}
        {fixed ?? 'It stays until you save another.'}
      </span>
      <button type="button" className={buttons.flush} onClick={onReturn}>
        Return
      </button>
    </p>
  );
}
