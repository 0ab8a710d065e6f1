import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { BadLines } from '@/upload/box/BadLines';
import { MojibakeQuestion } from '@/upload/box/MojibakeQuestion';
import { isWaiting, namesApart, ofFileAt } from '@/upload/box/parcel';
import type { Fate, Parcel } from '@/upload/box/parcel';
import type { MojibakeChoice } from '@/upload/send/uploads';
import { formatShare } from '@/shared/format/numbers';
import { shellFile, shellWord } from '@/shared/format/shellWord';
import { Bar } from '@/shared/ui/Bar';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/upload/box/parcels.module.css';

type TooLargeProps = Readonly<{ command: string }>;

/** What is too large for the browser goes by the command, which is ready to be copied. */
function TooLarge({ command }: TooLargeProps) {
  const [isCopied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(command);
    setCopied(true);
  }

  return (
    <div className={styles.tooLarge} role="alert">
      <p>
        This file is too large to upload. Import it on the server with this command, then reload
        this page and choose it from the list.
      </p>
      <p>
        <code>{command}</code>{' '}
        <Button look="flush" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </p>
    </div>
  );
}

type Props = Readonly<{
  parcel: Parcel;
  what: string;
  trouble: string | null;
  command: ((name: string, names: string, files: readonly File[]) => string) | null;
  onRename: (name: string) => void;
  onDrop: ((file: File) => void) | null;
  aboutFile?: ((file: File, called: string) => ReactNode) | undefined;
  onMojibake: (choice: MojibakeChoice) => void;
}>;

export function ParcelRow(props: Props) {
  const { parcel, what, trouble, command, onRename, onDrop, aboutFile, onMojibake } = props;
  const { files, name, fate } = parcel;
  const called = namesApart(files);
  return (
    <li>
      {files.map((file, place) => (
        <Fragment key={`${place} ${file.name}`}>
          <p className={styles.file}>
            {called[place]}
            {onDrop !== null && isWaiting(parcel) && (
              <Button
                look="flush"
                aria-label={`Remove ${called[place]}`}
                onClick={() => onDrop(file)}
              >
                Remove
              </Button>
            )}
          </p>
          {isWaiting(parcel) && aboutFile?.(file, called[place] ?? file.name)}
        </Fragment>
      ))}
      {isWaiting(parcel) ? (
        <TextField
          label={`Name of the ${what}`}
          value={name}
          autoCapitalize="none"
          trouble={trouble}
          onChange={onRename}
        />
      ) : (
        <p className={text.note}>as {name}</p>
      )}
      {command !== null && (
        <TooLarge
          command={command(
            shellWord(name || 'NAME'),
            files.map((file) => shellFile(file.name)).join(' '),
            files,
          )}
        />
      )}
      {fate.state === 'asking' && (
        <MojibakeQuestion
          {...fate.mojibake}
          what={what}
          canSend={trouble === null && onDrop !== null}
          onChoose={onMojibake}
        />
      )}
      <FateText fate={fate} called={called} />
    </li>
  );
}

type FateProps = Readonly<{ fate: Fate; called: readonly string[] }>;

function FateText({ fate, called }: FateProps) {
  if (fate.state === 'sending') {
    const status =
      fate.share < 1 ? `${formatShare(fate.share)} sent` : 'Sent. The lines are being checked…';
    return (
      <>
        <Bar value={fate.share} max={1} label={`${called.join(', ')}: ${status}`} />
        <p className={text.note}>{status}</p>
      </>
    );
  }
  if (fate.state === 'done') {
    return (
      <p className={styles.done}>
        <span aria-hidden>✓ </span>Stored. {fate.report}
      </p>
    );
  }
  return fate.state === 'rejected' ? <BadLines {...ofFileAt(fate, called)} files={called} /> : null;
}
