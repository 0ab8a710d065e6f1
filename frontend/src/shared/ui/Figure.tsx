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

/** A drawing as wide as its container, its caption, and the table of the same numbers. */
export function Figure({ draw, table, children }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? 0)),
    );
    if (container.current !== null) observer.observe(container.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (width > 0) container.current?.replaceChildren(draw(width));
  }, [draw, width]);

  return (
    <figure>
      <div ref={container} className={styles.plot} />
      <figcaption className={text.soft}>{children}</figcaption>
      <details className={parts.fold}>
        <summary>The same as a table</summary>
        {table}
      </details>
    </figure>
  );
}
