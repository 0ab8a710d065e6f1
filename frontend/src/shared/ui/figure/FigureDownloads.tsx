import { useState } from 'react';
import type { RefObject } from 'react';
import { toCsv } from '@/shared/ui/figure/csv';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { toPng } from '@/shared/ui/figure/png';
import { fileNameOf, saveFile } from '@/shared/ui/figure/saveFile';
import { sizeOf, standAlone, svgText } from '@/shared/ui/figure/standAlone';
import type { Named } from '@/shared/ui/figure/standAlone';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/figure/Figure.module.css';

type Kind = 'SVG' | 'PNG' | 'CSV';
const KINDS: readonly Kind[] = ['SVG', 'PNG', 'CSV'];

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
  const svg = new Blob([svgText(picture)], { type: 'image/svg+xml' });
  return kind === 'SVG' ? svg : toPng(svg, sizeOf(picture));
}

/** Saves the figure as a file, made here: no request is sent. */
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
