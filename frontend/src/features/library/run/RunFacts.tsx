import type { ReactNode } from 'react';
import type { Run } from '@/api/types';
import { runPath } from '@/features/library/api/runs';
import { ancestry } from '@/features/library/runs/ancestry';
import { formatCount } from '@/shared/format';
import { formatDay } from '@/shared/time';
import { Link } from '@/shared/routing/Link';
import factList from '@/shared/styles/facts.module.css';

type Props = Readonly<{ run: Run; rerankedBy: readonly string[] }>;

function Names({ names }: Readonly<{ names: readonly string[] }>) {
  return names.map((name, place) => (
    <span key={name}>
      {place > 0 && ', '}
      <Link to={runPath(name)}>{name}</Link>
    </span>
  ));
}

function Fact({ name, children }: Readonly<{ name: string; children: ReactNode }>) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function origin({ source, team, description }: Run): string {
  if (source === 'imported') return team ? `imported, by ${team}` : 'imported';
  return description === null || description === '' ? 'computed here' : description;
}

/** Where a run came from, what it is over, and which runs come of it. */
export function RunFacts({ run, rerankedBy }: Props) {
  const variants = ancestry(run);
  return (
    <dl className={factList.facts}>
      <Fact name="came about">{origin(run)}</Fact>
      {run.parent !== null && (
        <Fact name="re-ranks">
          <Names names={[run.parent]} />
        </Fact>
      )}
      {rerankedBy.length > 0 && (
        <Fact name="re-ranked by">
          <Names names={rerankedBy} />
        </Fact>
      )}
      <Fact name="over">
        {run.topic_set} and {run.collection}
        {variants !== '' && `; ${variants}`}
      </Fact>
      <Fact name="holds">
        {formatCount(run.n_topics)} topics, at most {formatCount(run.depth ?? 0)} passages each
      </Fact>
      <Fact name="made">{formatDay(run.created_at)}</Fact>
    </dl>
  );
}
