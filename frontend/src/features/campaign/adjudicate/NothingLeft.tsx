import { counted } from '@/shared/format';
import { Nothing } from '@/shared/ui/Nothing';
import buttons from '@/shared/styles/buttons.module.css';

type Props = Readonly<{ nHeld: number; onLook: () => void }>;

export function NothingLeft({ nHeld, onLook }: Props) {
  return (
    <Nothing title="Nothing is left to settle">
      <p>
        {nHeld === 0
          ? 'No undecided pair is left by these rules.'
          : `Others have ${counted(nHeld, 'pair')} in hand; what they leave comes back.`}
      </p>
      <p>
        <button type="button" className={buttons.second} onClick={onLook}>
          Look again
        </button>
      </p>
    </Nothing>
  );
}
