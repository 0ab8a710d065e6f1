import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useRead } from '@/api/read';
import type { MojibakeChoice, Send } from '@/upload/send/uploads';
import { ParcelRow } from '@/upload/box/ParcelRow';
import { useArrivalFocus } from '@/upload/box/useArrivalFocus';
import { useParcels } from '@/upload/box/useParcels';
import { isWaiting, parcelTrouble, sizeOf } from '@/upload/box/parcel';
import type { Parcel } from '@/upload/box/parcel';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/upload/box/UploadBox.module.css';
import listed from '@/upload/box/parcels.module.css';

type Props = Readonly<{
  /** What a parcel becomes, in the singular. */
  what: string;
  label: string;
  hint: string;
  /** Whether all files together make one thing. */
  isOneThing?: boolean;
  isMultiple?: boolean;
  /** What the files of one thing are called together; it lets them come one after the other. */
  nameTogether?: (files: readonly File[]) => string;
  /** What is asked of each file, below what it is called here, until it is on its way. */
  aboutFile?: (file: File, called: string) => ReactNode;
  /** Called when one chosen later takes the place of another, as a corrected one does. */
  onReplaced?: (before: File, now: File) => void;
  taken: readonly string[];
  /** What takes in on the server what is too large for here; `name` and `names` are quoted for a shell. */
  command: (name: string, names: string, files: readonly File[]) => string;
  send: Send;
  onDone: (name: string, report: string) => void;
  /** Called when files are on their way, and when all of them have come. */
  onSending?: ((isSending: boolean) => void) | undefined;
}>;

const sendLabel = (n: number): string =>
  n === 1 ? 'Upload' : n === 2 ? 'Upload both' : `Upload all ${n}`;

export function UploadBox(props: Props) {
  const { what, label, hint, isOneThing = false, isMultiple = false, taken, command } = props;
  const { send, onDone, onSending, nameTogether, aboutFile, onReplaced } = props;
  const { data: limits } = useRead('/api/upload-limits', {}, { staleTime: Infinity });
  const [isOver, setOver] = useState(false);
  const id = useId();
  const [list, expect] = useArrivalFocus<HTMLUListElement>();
  const { parcels, isSending, choose, rename, drop, sendThese } = useParcels({
    isOneThing,
    nameTogether,
    onReplaced,
    taken,
    send,
    onDone,
  });
  const isLarge = (parcel: Parcel): boolean =>
    limits !== undefined && sizeOf(parcel) > limits.max_bytes;
  const waiting = parcels.filter(isWaiting);
  const unasked = waiting.filter(({ fate }) => fate.state !== 'asking');
  async function sendThem(some: readonly Parcel[], mojibake?: MojibakeChoice): Promise<void> {
    onSending?.(true);
    await sendThese(some, mojibake);
    onSending?.(false);
    expect();
  }

  // On a desk, too, what was chosen may end below the page's edge.
  const sendButton = useRef<HTMLButtonElement>(null);
  const nChosen = waiting.flatMap(({ files }) => files).length;
  useEffect(() => {
    if (nChosen > 0) sendButton.current?.scrollIntoView({ block: 'nearest' });
  }, [nChosen]);

  const canSend = waiting.every(
    (one) => parcelTrouble(one, parcels, taken) === null && !isLarge(one),
  );
  return (
    <div
      className={styles.upload}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!isSending) choose([...event.dataTransfer.files]);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        data-chosen={parcels.length > 0 || undefined}
        multiple={isMultiple}
        aria-describedby={`${id}-hint`}
        disabled={isSending}
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          event.target.value = ''; // the same file may be chosen again once it is mended
        }}
      />
      <p id={`${id}-hint`} className={text.note}>
        {hint}
        <span className={styles.dropHint}>
          {' '}
          {isMultiple ? 'They' : 'It'} can be dropped here, too.
        </span>
      </p>
      {parcels.length > 0 && (
        <ul ref={list} role="list" className={listed.parcels} aria-live="polite" tabIndex={-1}>
          {parcels.map((parcel) => (
            <ParcelRow
              key={parcel.id}
              parcel={parcel}
              what={what}
              trouble={isWaiting(parcel) ? parcelTrouble(parcel, parcels, taken) : null}
              command={isLarge(parcel) ? command : null}
              aboutFile={aboutFile}
              onRename={(name) => rename(parcel.id, name)}
              onDrop={isSending ? null : (file) => drop(parcel, file)}
              onMojibake={(choice) => {
                expect(); // the question disappears at once
                void sendThem([parcel], choice);
              }}
            />
          ))}
        </ul>
      )}
      {unasked.length > 0 && (
        <Button
          ref={sendButton}
          look="primary"
          disabled={!canSend || isSending}
          onClick={() => void sendThem(unasked)}
        >
          {sendLabel(unasked.length)}
        </Button>
      )}
    </div>
  );
}
