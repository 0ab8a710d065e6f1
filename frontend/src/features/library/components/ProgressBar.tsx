import type { RunProgress } from '@/api/types';

type Props = Readonly<{ name: string; progress: RunProgress; words: string }>;

/** Topics done of all topics. */
export function ProgressBar({ name, progress, words }: Props) {
  const { n_topics_done: nDone, n_topics: n } = progress;
  return (
    <div className="progress">
      <span
        className="bar-track"
        role="progressbar"
        aria-label={`Computing ${name}`}
        aria-valuemin={0}
        aria-valuemax={n}
        aria-valuenow={nDone}
        aria-valuetext={words}
      >
        <i style={{ width: `${(100 * nDone) / n}%` }} />
      </span>
      <small>{words}</small>
    </div>
  );
}
