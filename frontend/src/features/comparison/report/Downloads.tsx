import { addressOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';

export function Downloads({ selection }: Readonly<{ selection: Selection }>) {
  const query = addressOf(selection);
  return (
    <p className="actions downloads">
      <a href={`/api/comparison.csv?${query}`} download>
        Download CSV
      </a>
      <a href={`/api/comparison.tex?${query}`} download>
        Download LaTeX
      </a>
    </p>
  );
}
