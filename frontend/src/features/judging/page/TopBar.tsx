import { Link } from '@/shared/routing/Link';
import type { Grade } from '@/api/types';
import { ProgressLine } from '@/features/judging/page/ProgressLine';
import { SaveIndicator } from '@/features/judging/saving/SaveIndicator';
import type { DeskState } from '@/features/judging/desk/desk';
import { workDoneOf } from '@/features/judging/page/workDone';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import topbar from '@/features/judging/frame/topbar.module.css';

type Props = Readonly<{
  state: DeskState;
  scale: readonly Grade[];
  times: readonly number[];
  /** Answers of the round are told apart, and counted nowhere else. */
  isQualifying: boolean;
  onRetry: () => void;
}>;

export function TopBar({ state, scale, times, isQualifying, onRetry }: Props) {
  const workDone = workDoneOf(state);
  return (
    <header className={topbar.topbar}>
      <Link to="/" className={topbar.leave} aria-label="Regrade, your work">
        Regrade
      </Link>
      {workDone !== null && !isQualifying && <ProgressLine workDone={workDone} times={times} />}
      <SaveIndicator state={state} scale={scale} onRetry={onRetry} />
      <AppearanceMenu />
    </header>
  );
}
