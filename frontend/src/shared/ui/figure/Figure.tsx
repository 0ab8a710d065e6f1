import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FigureDownloads } from '@/shared/ui/figure/FigureDownloads';
import { TableView } from '@/shared/ui/figure/TableView';
import type { OnPlace } from '@/shared/ui/figure/openOnClick';
import type { Axes } from '@/shared/ui/figure/standAlone';
import type { FigureTable } from '@/shared/ui/figure/figureTable';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
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

type Props<Row, Of> = Readonly<{
  /** What the figure shows, in a few words: the name of the picture. */
  title: string;
  /** How to read it. */
  caption: string;
  /** Draws the figure for a width in pixels; a click on a place of it calls the last argument, if any. */
  draw: (width: number, of: Of, onPlace?: OnPlace) => Element;
  /** What it is drawn of. Drawn anew only where this holds something else, or `draw` is another. */
  of?: Of;
  /** Left out where there is nothing to open. */
  onPlace?: OnPlace;
  /** The titles of its axes in files, where the drawing has none. */
  axes?: Axes;
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
export function Figure<Row, Of>(props: Props<Row, Of>) {
  const { title, caption, draw, of, onPlace, axes, table, fileName, height = 300 } = props;
  const plot = useRef<HTMLDivElement>(null);
  const drawn = useRef<readonly unknown[]>([]);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    if (plot.current !== null) observer.observe(plot.current);
    return () => observer.disconnect();
  }, []);

  const openPlace = useEffectEvent((place: number) => onPlace?.(place));
  const drawAt = useEffectEvent((wide: number) => {
    const drawing = draw(wide, of as Of, onPlace && ((place) => openPlace(place)));
    plot.current?.replaceChildren(asPicture(drawing, title));
  });

  useEffect(() => {
    const asked = [draw, of, width, title, onPlace === undefined];
    if (width === 0 || replaceEqualDeep(drawn.current, asked) === drawn.current) return;
    drawn.current = asked;
    drawAt(width);
  });

  useEffect(() => {
    if (width === 0) return;
    const toPaper = (): void => drawAt(Math.min(width, PAPER_WIDTH));
    const toScreen = (): void => drawAt(width);
    // The observer would only report it once the page is printed.
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
    };
  }, [width]);

  return (
    <figure className={styles.figure}>
      <div ref={plot} className={styles.plot} style={{ minHeight: height }} />
      <figcaption className={text.soft}>{caption}</figcaption>
      <div className={styles.tools}>
        <FigureDownloads
          title={title}
          caption={caption}
          axes={axes}
          plot={plot}
          table={table}
          fileName={fileName}
        />
        <details className={parts.fold}>
          <summary>The same as a table</summary>
          <TableView table={table} />
        </details>
      </div>
    </figure>
  );
}
