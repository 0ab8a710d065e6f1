import { useState } from 'react';

/** The rows of a list that are ticked, by name, in the order of ticking. */
export function useTicks<Row extends Readonly<{ name: string }>>() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const tick = (row: Row, isTicked: boolean): void =>
    setTicked((all) => {
      const others = [...all].filter(([name]) => name !== row.name);
      return new Map(isTicked ? [...others, [row.name, row]] : others);
    });
  return { ticked, tick, clear: () => setTicked(new Map()) };
}
