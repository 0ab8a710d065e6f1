import { Link } from 'react-router';
import type { Grade } from '@/api/types';
import { SaveIndicator } from '@/features/judging/components/SaveIndicator';
import type { DeskState } from '@/features/judging/desk';
import { standingOf } from '@/features/judging/standing';
import type { Standing } from '@/features/judging/standing';
import { formatCount } from '@/shared/format';

function Place({ nJudged, place }: Standing) {
  return (
    <>
      {place !== null && (
        <>
          <span className="place">
            Passage {place.position} of {place.of}
          </span>
          <progress
            className="bar"
            value={place.position - 1}
            max={place.of}
            aria-label="Progress in this topic"
          />
        </>
      )}
      <span className="aside">{formatCount(nJudged)} judged</span>
    </>
  );
}

type Props = Readonly<{
  state: DeskState;
  scale: readonly Grade[];
  /** Answers of the round are told apart, and counted nowhere else. */
  isQualifying: boolean;
  onRetry: () => void;
}>;

export function TopBar({ state, scale, isQualifying, onRetry }: Props) {
  const standing = standingOf(state);
  return (
    <header className="topbar">
      <Link to="/" className="leave" aria-label="Regrade, your work">
        Regrade
      </Link>
      {standing !== null && !isQualifying && <Place {...standing} />}
      <SaveIndicator state={state} scale={scale} onRetry={onRetry} />
    </header>
  );
}
