import { useEffect, useRef, useState } from 'react';
import { FigureDownloads } from '@/shared/ui/figure/FigureDownloads';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import { TableView } from '@/shared/ui/figure/TableView';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/shared/ui/figure/Figure.module.css';

/**
 * A drawing as one picture with one name: the table beside it has its numbers. The rules that
 * Plot writes into each would be rejected by the content policy; `Figure.module.css` has them.
 */
function asPicture(drawing: Element, name: string): Element {
  drawing.querySelectorAll('[aria-label]').forEach((part) => part.removeAttribute('aria-label'));
  drawing.querySelectorAll('style').forEach((rules) => rules.remove());
  drawing.setAttribute('role', 'img');
  drawing.setAttribute('aria-label', name);
  return drawing;
}

type Props<Row> = Readonly<{
  /** What the figure shows, in a few words: the name of the picture. */
  title: string;
  /** How to read it. */
  caption: string;
  /** Draws the figure for a width in pixels. Drawn anew only where this function is another. */
  draw: (width: number) => Element;
  /** The same in words and numbers, on the page and as CSV. */
  table: FigureTable<Row>;
  /** Of the downloads, without its ending. */
  fileName: string;
  /** How much room is kept before it is drawn. */
  height?: number;
}>;

/** As wide as a page of A4 or Letter between its margins: scaled down to it, letters would be too small to read. */
const PAPER_WIDTH = 680;

/** A drawing as wide as its container, its caption, the table of the same numbers, and both as files. */
export function Figure<Row>(props: Props<Row>) {
  const { title, caption, draw, table, fileName, height = 300 } = props;
  const plot = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    if (plot.current !== null) observer.observe(plot.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width === 0) return;
    const drawAt = (wide: number) => plot.current?.replaceChildren(asPicture(draw(wide), title));
    const toPaper = (): void => drawAt(Math.min(width, PAPER_WIDTH));
    const toScreen = (): void => drawAt(width);
    toScreen();
    // The observer would only report it once the page is printed.
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, [draw, width, title]);

  return (
    <figure className={styles.figure}>
      <div ref={plot} className={styles.plot} style={{ minHeight: height }} />
      <figcaption className={text.soft}>{caption}</figcaption>
      <FigureDownloads
        title={title}
        caption={caption}
        plot={plot}
        table={table}
        fileName={fileName}
      />
      <details className={parts.fold}>
        <summary>The same as a table</summary>
        <TableView table={table} />
      </details>
    </figure>
  );
}
