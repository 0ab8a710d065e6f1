import { useState } from 'react';
import type { RefObject } from 'react';
import { toCsv } from '@/shared/ui/figure/csv';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { sizeOf, standAlone, svgText } from '@/shared/ui/figure/standAlone';
import type { Named, Size } from '@/shared/ui/figure/standAlone';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/figure/Figure.module.css';

/** Dots of the picture for each of the drawing, so that it is sharp in print. */
const SCALE = 2;

const failed = (): Error => new Error('This browser cannot make a PNG of the drawing.');

/** Needs `blob:` among the pictures that the content policy allows. */
async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function painted(image: HTMLImageElement, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  const brush = canvas.getContext('2d');
  if (brush === null) throw failed();
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A drawing that stands alone, as a PNG of twice its size. */
async function toPng(svg: Blob, size: Size): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const canvas = painted(await loaded(address), size);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(failed()) : resolve(blob)), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A moment in which every browser has begun to read what it was given. */
const READ_AFTER_MS = 10_000;
const NOT_OF_NAMES = /[^\p{L}\p{N}._-]+/gu;

/** A name that every file system takes. */
export const fileNameOf = (words: string): string =>
  words.replaceAll(NOT_OF_NAMES, '-').replaceAll(/^-+|-+$/g, '') || 'figure';

/** Hands a file that was made here to the browser, which saves it as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_AFTER_MS);
}

type Kind = 'SVG' | 'PNG' | 'PDF' | 'CSV';
const KINDS: readonly Kind[] = ['SVG', 'PNG', 'PDF', 'CSV'];

type Props<Row> = Named &
  Readonly<{
    /** Holds the drawing. */
    plot: RefObject<HTMLDivElement | null>;
    table: FigureTable<Row>;
    fileName: string;
  }>;

function drawingIn(plot: HTMLDivElement | null): SVGSVGElement {
  const drawing = plot?.querySelector('svg');
  if (!drawing) throw new Error('There is no drawing yet.');
  return drawing;
}

async function fileOf<Row>(kind: Kind, props: Props<Row>): Promise<Blob> {
  if (kind === 'CSV') return new Blob([toCsv(props.table)], { type: 'text/csv;charset=utf-8' });
  const drawing = drawingIn(props.plot.current);
  const picture = standAlone(drawing, props);
  if (kind === 'PDF') {
    // Larger than all of the page: loaded by those alone who ask for it.
    const { toPdf } = await import('@/shared/ui/figure/pdf');
    return toPdf(picture, sizeOf(picture));
  }
  const svg = new Blob([svgText(picture)], { type: 'image/svg+xml' });
  return kind === 'SVG' ? svg : toPng(svg, sizeOf(picture));
}

/** Saves the figure as a file, made here: nothing of it is sent. */
export function FigureDownloads<Row>(props: Props<Row>) {
  const [hasFailed, setHasFailed] = useState(false);
  async function save(kind: Kind): Promise<void> {
    try {
      saveFile(await fileOf(kind, props), `${fileNameOf(props.fileName)}.${kind.toLowerCase()}`);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }
  return (
    <div className={styles.downloads} role="group" aria-label={`Download “${props.title}”`}>
      <span className={text.soft}>Download</span>
      {KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-label={`${kind} of “${props.title}”`}
          onClick={() => void save(kind)}
        >
          {kind}
        </button>
      ))}
      {hasFailed && (
        <span role="alert" className={text.wrong}>
          This browser cannot make that file; try another kind.
        </span>
      )}
    </div>
  );
}
