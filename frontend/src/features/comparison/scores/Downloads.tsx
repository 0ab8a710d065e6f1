import { addressOf } from '@/features/comparison/choice/selection';
import type { Selection } from '@/features/comparison/choice/selection';
import buttons from '@/shared/styles/buttons.module.css';

export function Downloads({ selection }: Readonly<{ selection: Selection }>) {
  const query = addressOf(selection);
  return (
    <p className={buttons.actions}>
      <a href={`/api/comparison.csv?${query}`} download>
        Download CSV
      </a>
      <a href={`/api/comparison.tex?${query}`} download>
        Download LaTeX
      </a>
    </p>
  );
}
