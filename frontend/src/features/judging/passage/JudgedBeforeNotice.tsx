import type { Grade } from '@/api/types';
import type { Verdict } from '@/features/judging/pair/deck';
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
    <p className="standing" role="note">
      <span>
        You judged this <b>{verdictName(currentVerdict, scale)}</b>.{' '}
        {fixed ?? 'It stays until you save another.'}
      </span>
      <button type="button" className="plain" onClick={onReturn}>
        Return
      </button>
    </p>
  );
}
