import { useState } from 'react';
import { FileRejected } from '@/upload/send/upload';
import type { MojibakeChoice, Send } from '@/upload/send/uploads';
import { filesOf, mended, onTheirWay, parcelsOf, replacements } from '@/upload/box/parcel';
import type { Fate, Parcel } from '@/upload/box/parcel';
import { asApiError, sentence } from '@/shared/requests/errors';
import { freeName } from '@/shared/format/names';

type Options = Readonly<{
  isOneThing: boolean;
  /** What files are called together that may come one after the other; else later ones replace those before. */
  nameTogether: ((files: readonly File[]) => string) | undefined;
  onReplaced: ((before: File, now: File) => void) | undefined;
  taken: readonly string[];
  send: Send;
  onDone: (name: string, report: string) => void;
}>;

const NO_LINES = { file: '', place: null, badLines: [], nBadLines: 0, mojibake: null };

function refusedBy(error: unknown): Fate {
  const { mojibake, ...lines } = error instanceof FileRejected ? error : NO_LINES;
  if (mojibake !== null) return { state: 'asking', mojibake };
  const { file, place, badLines, nBadLines } = lines;
  const canRetry = asApiError(error).code !== 'bad_file';
  return {
    state: 'rejected',
    reason: sentence(error),
    file,
    place,
    badLines,
    nBadLines,
    canRetry,
  };
}

/** Files on their way: each parcel is sent by itself, so that a rejected one stops no other. */
export function useParcels(options: Options) {
  const { isOneThing, nameTogether, onReplaced, taken, send, onDone } = options;
  const [parcels, setParcels] = useState<readonly Parcel[]>([]);
  const [isSending, setSending] = useState(false);

  const mend = (id: number, part: Partial<Parcel>): void =>
    setParcels((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  function choose(files: readonly File[]): void {
    if (files.length === 0) return;
    if (isOneThing && nameTogether === undefined) {
      setParcels(parcelsOf(files, true, taken));
      return;
    }
    const nowOf = replacements(parcels, files);
    nowOf.forEach((now, before) => onReplaced?.(before, now));
    const kept = mended(parcels, nowOf);
    const placed = new Set(nowOf.values());
    const others = files.filter((file) => !placed.has(file));
    if (isOneThing) gather([...filesOf(onTheirWay(kept)), ...others]);
    else {
      const names = [...taken, ...kept.map(({ name }) => name)];
      setParcels([...kept, ...parcelsOf(others, false, names)]);
    }
  }

  /** What a parcel of these files is called; it keeps a name that was typed. */
  function named({ name, isNamed }: Parcel, files: readonly File[]): Partial<Parcel> {
    if (nameTogether === undefined || isNamed) return { name, isNamed };
    return { name: freeName(nameTogether(files), taken), isNamed };
  }

  /** All of them as one parcel. */
  function gather(files: readonly File[]): void {
    const before = parcels.find(({ fate }) => fate.state !== 'done');
    const together = parcelsOf(files, true, []);
    setParcels(together.map((one) => ({ ...one, ...named(before ?? one, files) })));
  }

  async function sendOne({ id, name, files }: Parcel, mojibake?: MojibakeChoice): Promise<void> {
    mend(id, { fate: { state: 'sending', share: 0 } });
    try {
      const onSent = (share: number): void => mend(id, { fate: { state: 'sending', share } });
      const report = await send(name, files, onSent, mojibake);
      mend(id, { fate: { state: 'done', report } });
      onDone(name, report);
    } catch (error) {
      mend(id, { fate: refusedBy(error) });
    }
  }

  /** Sends these, one after the other; a choice about wrongly decoded text is of all of them. */
  async function sendThese(some: readonly Parcel[], mojibake?: MojibakeChoice): Promise<void> {
    setSending(true);
    for (const parcel of some) await sendOne(parcel, mojibake);
    setSending(false);
  }

  const rename = (id: number, name: string): void => mend(id, { name, isNamed: true });
  /** Takes a file out of its parcel, and the parcel with its last one. */
  function drop(parcel: Parcel, file: File): void {
    const { id, files } = parcel;
    const rest = files.filter((one) => one !== file);
    if (rest.length > 0)
      mend(id, { files: rest, ...named(parcel, rest), fate: { state: 'ready' } });
    else setParcels((all) => all.filter((one) => one.id !== id));
  }

  return { parcels, isSending, choose, rename, drop, sendThese };
}
