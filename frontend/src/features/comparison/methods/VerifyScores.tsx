import { useEffect, useRef, useState } from 'react';
import type { Comparison } from '@/api/compared';
import { labelsOf, measuresOf, runsOf } from '@/features/comparison/texts/measuresOf';
import { counted } from '@/shared/format/numbers';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { Link } from '@/shared/routing/Link';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { Tag } from '@/shared/ui/Tag';
import type { Verification } from '@/api/types';
import { get } from '@/api/calls';
import { sentence } from '@/shared/requests/errors';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/comparison/methods/methods.module.css';

/** A run under a label set. */
type Pair = Readonly<{ run: string; label_set: string }>;

type Verified = Pair & Readonly<{ answer: Verification | null; trouble: string }>;

async function verify(pair: Pair, measures: string, signal: AbortSignal): Promise<Verified> {
  try {
    return {
      ...pair,
      answer: await get('/api/comparison/verification', { ...pair, measures }, { signal }),
      trouble: '',
    };
  } catch (error) {
    return { ...pair, answer: null, trouble: sentence(error) };
  }
}

/** Has pair after pair verified, one at a time; leaving the page ends it. */
function useVerification(pairs: readonly Pair[], measures: string) {
  const [verified, setVerified] = useState<readonly Verified[]>([]);
  const [isAtWork, setAtWork] = useState(false);
  const way = useRef<AbortController | null>(null);
  useEffect(() => () => way.current?.abort(), []);

  async function begin(): Promise<void> {
    const controller = new AbortController();
    way.current = controller;
    setVerified([]);
    setAtWork(true);
    for (const pair of pairs) {
      const found = await verify(pair, measures, controller.signal);
      if (controller.signal.aborted) return;
      setVerified((before) => [...before, found]);
    }
    setAtWork(false);
  }

  return { verified, isAtWork, begin: () => void begin() };
}

/** Every run of the comparison under each of its label sets. */
const pairsOf = (comparison: Comparison): readonly Pair[] =>
  labelsOf(comparison).flatMap((label_set) =>
    runsOf(comparison).map((run) => ({ run, label_set })),
  );

/** In a sentence how far both agree. */
function agreementOf({ answer, trouble }: Verified): string {
  if (answer === null) return trouble;
  const { n_values: n, n_unequal: nUnequal } = answer;
  if (n === 0) return 'trec_eval has none of these measures, so nothing is verified';
  return nUnequal === 0
    ? `all ${counted(n, 'value')} equal`
    : `${counted(nUnequal, 'value')} of ${n} differ`;
}

function Notes({ answer }: Pick<Verified, 'answer'>) {
  const found = answer === null ? [] : [...answer.unequal, ...answer.notes];
  if (found.length === 0) return null;
  return (
    <details>
      <summary>Notes</summary>
      <ul>
        {found.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}

/** What came of it all, in a sentence. */
function sumUp(verified: readonly Verified[]): string {
  if (verified.some(isUnequal)) return 'Not all agree: see below.';
  if (verified.some(({ answer }) => answer === null)) return 'Not all were verified: see below.';
  const n = verified.reduce((sum, { answer }) => sum + (answer?.n_values ?? 0), 0);
  return n === 0 ? 'Nothing was verified: see below.' : 'All agree.';
}

const isUnequal = ({ answer }: Verified): boolean => answer !== null && answer.n_unequal > 0;

const COLUMNS: Columns<Verified> = [
  wordsColumn('run', ({ run }) => <Link to={runPath(run)}>{run}</Link>),
  wordsColumn('labels', ({ label_set: name }) => <Link to={labelsPath(name)}>{name}</Link>),
  wordsColumn('agreement', (one) => (
    <>
      {isUnequal(one) && <Tag tone="flagged">differs</Tag>} {agreementOf(one)}
      <Notes answer={one.answer} />
    </>
  )),
];

/** Has every run's scores recomputed by trec_eval's own code, and says where they agree. */
export function VerifyScores({ comparison }: Readonly<{ comparison: Comparison }>) {
  const pairs = pairsOf(comparison);
  const measures = measuresOf(comparison).join(',');
  const { verified, isAtWork, begin } = useVerification(pairs, measures);
  return (
    <section aria-labelledby="verify">
      <h3 id="verify">Verify by trec_eval</h3>
      <p className={text.soft}>
        trec_eval&apos;s own code recomputes all topics of each label set, from scores in single
        precision on both sides.
      </p>
      <p className={buttons.actions}>
        <Button look="second" disabled={isAtWork} onClick={begin}>
          Verify by trec_eval
        </Button>
        <span role="status">
          {isAtWork && `${verified.length} of ${counted(pairs.length, 'pair')} done`}
          {!isAtWork && verified.length > 0 && sumUp(verified)}
        </span>
      </p>
      {verified.length > 0 && (
        <div className={styles.verified}>
          <CardTable
            label="Verified scores"
            columns={COLUMNS}
            rows={verified}
            keyOf={({ run, label_set: name }) => `${run} ${name}`}
          />
        </div>
      )}
    </section>
  );
}
