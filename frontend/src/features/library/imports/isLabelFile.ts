const ENOUGH = 65_536;
const N_COLUMNS = 4;

/** The first characters of a file, unpacked where it is gzipped. */
async function startOf(file: File): Promise<string> {
  const start = file.slice(0, ENOUGH);
  if (!file.name.endsWith('.gz')) return start.text();
  const packed = new Response(await start.arrayBuffer()).body;
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
