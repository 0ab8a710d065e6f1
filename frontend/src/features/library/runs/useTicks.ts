import { useState } from 'react';

/** The rows of a list that are ticked, by name, in the order of ticking. */
export function useTicks<Row extends Readonly<{ name: string }>>() {
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const tick = (row: Row, isTicked: boolean): void =>
    setTicked((all) => {
      const others = [...all].filter(([name]) => name !== row.name);
      return new Map(isTicked ? [...others, [row.name, row]] : others);
    });
  /** The ticked rows are kept as they were when ticked, pages away maybe; what is saved for all of them is set here too. */
  const change = (part: Partial<Row>): void =>
    setTicked((all) => new Map([...all].map(([name, row]) => [name, { ...row, ...part }])));
  return { ticked, tick, change, clear: () => setTicked(new Map()) };
}
