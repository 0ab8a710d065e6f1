import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import type { PairInHand } from '@/api/types';
import { voteNames } from '@/features/campaign/adjudicate/votes';
import { heatOf } from '@/features/campaign/pairs/heat/heat';
import { HeatText } from '@/features/campaign/pairs/heat/HeatText';
import text from '@/shared/styles/text.module.css';
import heat from '@/features/campaign/pairs/heat/heat.module.css';
import styles from '@/features/campaign/pairs/pair/pair.module.css';

/** The query and the passage; highlights show in it once votes were asked for. */
export function BlindPair({ pair, children }: Readonly<{ pair: PairInHand; children: ReactNode }>) {
  const { query, description, narrative, title, votes } = pair;
  const passage = pair.text ?? '';
  const need = [description, narrative].filter((part) => part !== '' && part !== query);
  const graded = voteNames(votes ?? []).filter(({ vote }) => vote.grade !== null);
  const highlighters = graded.map(({ name, vote }) => ({ pseudonym: name, spans: vote.spans }));
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus(); // else the focus goes with the pair before
    window.scrollTo(0, 0); // some browsers return a promise, which is no clean-up
  }, []);
  return (
    <>
      <section aria-labelledby="query" className={styles.topic}>
        <h2 ref={heading} tabIndex={-1} id="query" dir="auto">
          {query}
        </h2>
        {need.map((part) => (
          <p key={part} className={text.soft} dir="auto">
            {part}
          </p>
        ))}
      </section>
      <div className={styles.sides}>
        <section aria-labelledby="passage">
          <h2 id="passage">Passage</h2>
          {title !== '' && (
            <h3 className={heat.title} dir="auto">
              {title}
            </h3>
          )}
          {passage === '' ? (
            <p className={text.soft}>There is no text here, only a title or an id.</p>
          ) : (
            <HeatText
              passage={passage}
              stretches={heatOf(passage, highlighters)}
              nGraded={graded.length}
            />
          )}
        </section>
        <div>{children}</div>
      </div>
    </>
  );
}
