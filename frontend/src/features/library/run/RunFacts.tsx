import type { Run, SpecFact } from '@/api/types';
import { RunState } from '@/features/library/runs/RunState';
import { Names } from '@/features/library/frame/Names';
import { leaderboardPath, collectionPath, runPath, topicSetPath } from '@/shared/routing/paths';
import { formatCount } from '@/shared/format/numbers';
import { formatDay } from '@/shared/format/time';
import { Link } from '@/shared/routing/Link';
import { RUN_KINDS } from '@/shared/evaluation/runKinds';
import { Defined } from '@/shared/ui/Defined';
import { Fact } from '@/shared/ui/Fact';
import { useRead } from '@/api/read';
import { CopyButton } from '@/shared/ui/forms/CopyButton';
import { cx } from '@/shared/styles/cx';
import factList from '@/shared/styles/facts.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/labels/LabelPage.module.css';

/** What a run's passages and topics are variants of, the nearest first; empty for originals. */
export function ancestry({ lineage }: Pick<Run, 'lineage'>): string {
  const families = [
    ['passages', lineage.collections],
    ['topics', lineage.topic_sets],
  ] as const;
  return families
    .filter(([, names]) => names.length > 1)
    .map(([what, names]) => `${what} a variant of ${names.slice(1).join(', of ')}`)
    .join('; ');
}

type RunSpecProps = Readonly<{ title: string; facts: readonly SpecFact[] }>;

/** What the run was asked to do, and, to the letter, which model and which code computed it. */
const SpecFold = ({ title, facts }: RunSpecProps) =>
  facts.length > 0 && (
    <details className={parts.fold}>
      <summary>{title}</summary>
      <dl className={factList.facts}>
        {facts.map(({ name, value, about, is_identity: isIdentity }) => (
          <Fact key={name} name={name}>
            {isIdentity ? (
              <>
                <code>{value}</code> <CopyButton text={value} label={name} />
              </>
            ) : (
              value
            )}
            {about !== '' && <small className={text.soft}> {about}</small>}
          </Fact>
        ))}
      </dl>
    </details>
  );

/** All that the run's frozen plan and its file's metadata hold; nothing of a run with neither. */
export function RunSpec({ run }: Readonly<{ run: string }>) {
  const { data: facts = [] } = useRead('/api/runs/spec', { name: run });
  const ofPlan = facts.filter(({ is_metadata: isMetadata }) => !isMetadata);
  return (
    <>
      <SpecFold title="Parameters" facts={ofPlan.filter((fact) => !fact.is_identity)} />
      <SpecFold title="Model, versions and hashes" facts={ofPlan.filter((f) => f.is_identity)} />
      <SpecFold title="Metadata of its file" facts={facts.filter((fact) => fact.is_metadata)} />
    </>
  );
}

type Props = Readonly<{ run: Run; rerankedBy: readonly string[] }>;

function origin({ source, team, description }: Run): string {
  if (source === 'imported') return team ? `imported, by ${team}` : 'imported';
  return description === null || description === '' ? 'computed here' : description;
}

/** Where a run came from, what it is over, and which runs come of it. */
export function RunFacts({ run, rerankedBy }: Props) {
  const variants = ancestry(run);
  return (
    <dl className={cx(factList.facts, styles.beside)}>
      <Fact name="origin">{origin(run)}</Fact>
      <Fact name={<Defined at="significance#leaderboards">kind</Defined>}>
        {RUN_KINDS[run.kind]}
      </Fact>
      {run.link !== '' && (
        <Fact name="paper or code">
          <a href={run.link} rel="noreferrer">
            {run.link}
          </a>
        </Fact>
      )}
      {run.parent !== null && (
        <Fact name="made from">
          <Names names={[run.parent]} pathOf={runPath} />
        </Fact>
      )}
      {rerankedBy.length > 0 && (
        <Fact name="runs made from it">
          <Names names={rerankedBy} pathOf={runPath} />
        </Fact>
      )}
      <Fact name="over">
        <Link to={topicSetPath(run.topic_set)}>{run.topic_set}</Link> and{' '}
        <Link to={collectionPath(run.collection)}>{run.collection}</Link>
        {variants !== '' && `; ${variants}`} (
        <Link to={leaderboardPath(run.topic_set)}>leaderboard</Link>)
      </Fact>
      <Fact name="holds">
        {formatCount(run.n_topics)} topics, at most {formatCount(run.depth ?? 0)} passages each
      </Fact>
      <Fact name="state">
        <RunState run={run} />
      </Fact>
      <Fact name="made">{formatDay(run.created_at)}</Fact>
    </dl>
  );
}
