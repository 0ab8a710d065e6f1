import type { MojibakeFound } from '@/api/types';
import type { MojibakeChoice } from '@/upload/send/uploads';
import { counted } from '@/shared/format/numbers';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/upload/box/parcels.module.css';

type Props = MojibakeFound &
  Readonly<{
    /** What the file becomes. */
    what: string;
    canSend: boolean;
    onChoose: (choice: MojibakeChoice) => void;
  }>;

/** Texts that look wrongly decoded, with examples: mend them, or keep them, before anything is stored. */
export function MojibakeQuestion({ n, examples, what, canSend, onChoose }: Props) {
  const texts = counted(n, what === 'collection' ? 'passage' : 'topic');
  return (
    <div className={styles.question} role="alert">
      <p>
        {texts} {n === 1 ? 'looks' : 'look'} wrongly decoded. Nothing is stored yet.
      </p>
      <ul>
        {examples.map(({ before, after }) => (
          <li key={before}>
            <q>{before}</q> → <q>{after}</q>
          </li>
        ))}
      </ul>
      <p className={buttons.actions}>
        <Button look="primary" disabled={!canSend} onClick={() => onChoose('mend')}>
          Mend {n === 1 ? 'it' : 'them'}
        </Button>
        <Button disabled={!canSend} onClick={() => onChoose('keep')}>
          Keep as {n === 1 ? 'it is' : 'they are'}
        </Button>
      </p>
      <p className={text.note}>Ids never change. The library records which you chose.</p>
    </div>
  );
}
