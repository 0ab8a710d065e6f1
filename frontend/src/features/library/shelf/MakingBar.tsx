import type { VariantProgress } from '@/api/types';
import { counted, formatCount } from '@/shared/format/numbers';
import { WorkBar } from '@/shared/ui/WorkBar';
import text from '@/shared/styles/text.module.css';

type Props = Readonly<{ making: VariantProgress }>;

/** How far a variant is, and why it could not go on. */
export function MakingBar({ making: { name, n_done, n_passages, error } }: Props) {
  const done = `${formatCount(n_done)} of ${counted(n_passages, 'passage')}`;
  return (
    <>
      <WorkBar
        label={`Making ${name}`}
        work={{ unit: 'passage', n: n_passages, n_done, n_failed: 0 }}
        text={done}
      />
      {error !== '' && (
        <p className={text.wrong}>
          It could not continue: {error} Making it again with the same recipe and seed continues it.
        </p>
      )}
    </>
  );
}
