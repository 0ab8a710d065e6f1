import { useState } from 'react';
import { useMayCompare } from '@/api/session';
import type { FilesReport } from '@/api/types';
import { Arrived } from '@/features/library/imports/Arrived';
import { counted, formatCount } from '@/shared/format/numbers';
import { labelsPath, runPath } from '@/shared/routing/paths';
import { commonName } from '@/shared/format/names';
import { addressOf } from '@/shared/routing/address';
import { Link } from '@/shared/routing/Link';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/imports/imports.module.css';
import { UploadBox } from '@/upload/box/UploadBox';
import { KeepFirst, asKeepFirst } from '@/upload/choice/RunFiles';
import { ThresholdField } from '@/upload/labels/ThresholdField';
import { useThresholds } from '@/upload/labels/useThresholds';
import { linesTwice, sameAs, useSendFiles } from '@/upload/send/uploads';

const COLUMNS = [4, 5]; // as the server distinguishes qrels from runs
const USUAL_NAME = 'my-files';

type Props = Readonly<{
  /** Names of collections and topic sets. */
  taken: readonly string[];
  onSending: (isSending: boolean) => void;
}>;

const nameTogether = (files: readonly File[]): string =>
  commonName(files.map(({ name }) => name)) || USUAL_NAME;

function Came({ name, runs, label_sets: labelSets }: FilesReport) {
  return (
    <section aria-labelledby="came">
      <h2 id="came">Imported</h2>
      <ul role="list" className={styles.came}>
        {runs.map(({ name, file, n_topics: nTopics, n_lines: nLines, ...one }) => (
          <li key={name}>
            Run <Link to={runPath(name)}>{name}</Link>{' '}
            <span className={text.soft}>
              from {file}: {counted(nTopics, 'topic')}, {counted(nLines, 'line')}
              {one.n_repeated > 0 && `; left out: ${linesTwice(one.n_repeated)}`}
              {one.same_as.length > 0 && `. ${sameAs(one.same_as)}`}
              {one.metadata_note !== '' && `. ${one.metadata_note}`}
            </span>
          </li>
        ))}
        {labelSets.map(({ name, file, n_topics: nTopics, n_pairs: nPairs, ...one }) => (
          <li key={name}>
            Label set <Link to={labelsPath(name)}>{name}</Link>{' '}
            <span className={text.soft}>
              from {file}: {counted(nTopics, 'topic')}, {counted(nPairs, 'label')},{' '}
              {formatCount(one.n_relevant)} relevant (from {one.min_relevance} up)
            </span>
          </li>
        ))}
      </ul>
      <p>
        Another file of the same topics?{' '}
        <Link to={`/library/import?${addressOf({ kind: 'all', collection: name, topics: name })}`}>
          Add runs or labels to {name}
        </Link>
      </p>
    </section>
  );
}

/** Runs and labels from their files alone, over passages and topics of which only the ids are known. */
export function FilesAlone({ taken, onSending }: Props) {
  const mayCompare = useMayCompare();
  const [came, setCame] = useState<FilesReport | null>(null);
  const thresholds = useThresholds(COLUMNS);
  const [keepsFirst, setKeepsFirst] = useState(false);
  const send = useSendFiles(thresholds.settled, keepsFirst, setCame);
  const runs = came?.runs.map(({ name }) => name) ?? [];
  const labels = came?.label_sets.map(({ name }) => name) ?? [];
  return (
    <>
      <section aria-labelledby="files">
        <h2 id="files">Runs and labels</h2>
        <p className={text.soft}>
          Only scores: passages have no texts, so they cannot be searched, shown or judged. Texts
          can be added later.
        </p>
        <KeepFirst checked={keepsFirst} onChange={setKeepsFirst} />
        <UploadBox
          what="import"
          label="Run and label files"
          hint="Runs of TREC’s six columns, qrels of its four, and prels of its five; gzipped or not. Choose all that belong together, then upload them at once."
          isOneThing
          isMultiple
          nameTogether={nameTogether}
          aboutFile={(file, called) => (
            <ThresholdField file={file} called={called} thresholds={thresholds} />
          )}
          onReplaced={thresholds.carry}
          taken={taken}
          command={(name, names, files) =>
            `./dev manage import_files ${name} ${names}${thresholds.asOptions(files)}${asKeepFirst(keepsFirst)}`
          }
          send={send}
          onDone={() => undefined}
          onSending={onSending}
        />
      </section>
      <Arrived
        runs={runs}
        labels={labels}
        newRuns={runs}
        newLabels={labels}
        mayCompare={mayCompare}
      />
      {came !== null && <Came {...came} />}
    </>
  );
}
