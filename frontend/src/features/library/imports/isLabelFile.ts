const ENOUGH = 65_536;
const N_COLUMNS = 4;
const GZIP_MAGIC = [0x1f, 0x8b];

/** The first characters of a file, unpacked where its first bytes say that it is gzipped. */
async function startOf(file: File): Promise<string> {
  const start = new Uint8Array(await file.slice(0, ENOUGH).arrayBuffer());
  if (GZIP_MAGIC.some((byte, at) => start[at] !== byte)) return new TextDecoder().decode(start);
  const packed = new Response(start).body;
  const reader = packed?.pipeThrough(new DecompressionStream('gzip')).getReader();
  if (reader === undefined) return '';
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** Whether the first line has the four columns of qrels, as the server tells them from runs. */
export async function isLabelFile(file: File): Promise<boolean> {
  const lines = (await startOf(file)).split('\n').map((line) => line.trim());
  const first = lines.find((line) => line !== '' && !line.startsWith('#'));
  return first !== undefined && first.split(/\s+/).length === N_COLUMNS;
}
