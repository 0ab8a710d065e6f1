import type { ComparisonJob } from '@/api/compared';
import { counted, formatCount } from '@/shared/format';
import { WorkBar } from '@/shared/ui/WorkBar';

/** How far a worker is with a comparison that takes too long for a request. */
export function UnderWay({ job: { n_tests, n_done, n_before } }: Readonly<{ job: ComparisonJob }>) {
  const text = `${formatCount(n_done)} of ${counted(n_tests, 'test')}`;
  const before = n_before > 0 ? ` ${counted(n_before, 'comparison')} before it.` : '';
  return (
    <section aria-label="Working this out">
      <p role="status">
        So many random draws take a while: a worker makes them.{before} The answer is kept; you may
        leave this page and come back.
      </p>
      <WorkBar
        label="Working this out"
        work={{ unit: 'topic', n: n_tests, n_done, n_failed: 0 }}
        text={text}
      />
    </section>
  );
}
