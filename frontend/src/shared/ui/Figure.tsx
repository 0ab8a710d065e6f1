import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import text from '@/shared/styles/text.module.css';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/shared/ui/Figure.module.css';

type Props = Readonly<{
  /** Draws the figure for a width in pixels. */
  draw: (width: number) => Element;
  /** The same in words and numbers. */
  table: ReactNode;
  children: ReactNode;
}>;

/** A drawing that fits its place, its caption, and the table of the same numbers. */
export function Figure({ draw, table, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    if (place.current !== null) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width > 0) place.current?.replaceChildren(draw(width));
  }, [draw, width]);

  return (
    <figure>
      <div ref={place} className={styles.plot} />
      <figcaption className={text.soft}>{children}</figcaption>
      <details className={parts.fold}>
        <summary>The same as a table</summary>
        {table}
      </details>
    </figure>
  );
}
