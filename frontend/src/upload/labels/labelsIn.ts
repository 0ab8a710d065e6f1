const ENOUGH = 1_048_576;
const PART = 65_536;
const GZIP_MAGIC = [0x1f, 0x8b];
const OF_PRELS = 5;
/** The name of a sample's last column, where there is a header line. */
const PROBABILITY = /^((inclusion_)?probability|iprob)$/i;
const WHOLE_NUMBER = /^-?\d+(?:\.0+)?$/;

/** What the first part of a file says of its labels. */
export type LabelsSeen = Readonly<{
  /** Of its first line; qrels have four, or three in some tools, prels five, and runs six. */
  nColumns: number;
  /** Each that was met once, the lowest first. */
  labels: readonly number[];
  /** Whether all of them were met: the file has no other part. */
  isWhole: boolean;
  /** The first passages that have labels. */
  docIds: readonly string[];
}>;

const NOTHING: LabelsSeen = { nColumns: 0, labels: [], isWhole: false, docIds: [] };
const MOST_DOC_IDS = 100;

/** The file in parts, each read when it is asked for. */
function partsOf(file: File): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const part = await file.slice(at, at + PART).arrayBuffer();
      at += PART;
      if (part.byteLength > 0) controller.enqueue(new Uint8Array(part));
      else controller.close();
    },
  });
}

async function isPacked(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, GZIP_MAGIC.length).arrayBuffer());
  return GZIP_MAGIC.every((byte, at) => start[at] === byte);
}

/** The first characters of a file, unpacked where its first bytes say that it is gzipped. */
async function startOf(file: File): Promise<Readonly<{ text: string; isWhole: boolean }>> {
  const parts = partsOf(file);
  const reader = (
    (await isPacked(file)) ? parts.pipeThrough(new DecompressionStream('gzip')) : parts
  ).getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < ENOUGH) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text: text.slice(0, text.lastIndexOf('\n')), isWhole: false };
}

/** The label is the last column, or of a sample the third; the passage stands before it. */
function placeOfLabel(first: readonly string[]): number {
  const isSample =
    first.length === OF_PRELS || (first.length === 4 && PROBABILITY.test(first.at(-1) ?? ''));
  return isSample ? 2 : -1;
}

async function look(file: File): Promise<LabelsSeen> {
  const { text, isWhole } = await startOf(file);
  // As the server has it: carriage returns alone end the lines of old Macs.
  const lines = text.split(text.includes('\n') ? '\n' : '\r').map((line) => line.trim());
  const rows = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
  const at = placeOfLabel(rows[0] ?? []);
  const labelled = rows.filter((row) => WHOLE_NUMBER.test(row.at(at) ?? ''));
  return {
    nColumns: rows[0]?.length ?? 0,
    labels: [...new Set(labelled.map((row) => Number(row.at(at))))].toSorted((a, b) => a - b),
    isWhole,
    docIds: labelled.slice(0, MOST_DOC_IDS).map((row) => row.at(at - 1) ?? ''),
  };
}

const seen = new WeakMap<File, Promise<LabelsSeen>>();

/** What a file's labels are, as far as its first part shows; nothing where it cannot be read. */
export function labelsIn(file: File): Promise<LabelsSeen> {
  // What cannot be read here is refused when it is sent.
  const known = seen.get(file) ?? look(file).catch(() => NOTHING);
  seen.set(file, known);
  return known;
}
