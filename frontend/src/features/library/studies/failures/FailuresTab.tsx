import type { Study, StudyFailures } from '@/api/types';
import { studyPath, useStudyPart } from '@/features/library/api/studies';
import {
  choiceOf,
  failuresQuery,
  ANY,
  DEPTHS,
  KINDS,
} from '@/features/library/studies/failures/choice';
import type { Choice } from '@/features/library/studies/failures/choice';
import { studyTopicPath } from '@/features/library/studies/read/reading';
import { FailureCard } from '@/features/library/studies/failures/FailureCard';
import { StudyTab } from '@/features/library/studies/read/StudyTab';
import { useAddress } from '@/shared/routing/useAddress';
import { addressOf } from '@/shared/routing/address';
import { counted } from '@/shared/format/numbers';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { Pager } from '@/shared/ui/tables/Pager';
import { Waiting } from '@/shared/ui/requests/Waiting';
import { cx } from '@/shared/styles/cx';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { CardTable, wordsColumn } from '@/shared/ui/tables/CardTable';
import type { Columns } from '@/shared/ui/tables/CardTable';
import { optionsOf } from '@/shared/ui/fields/options';
import buttons from '@/shared/styles/buttons.module.css';
import page from '@/features/library/studies/read/study.module.css';
import styles from '@/features/library/studies/failures/failures.module.css';

type ChoiceFieldsProps = Readonly<{
  rankers: readonly string[];
  choice: Choice;
  onChange: (part: Readonly<Record<string, string>>) => void;
}>;

/** Which failures, how deep, and whose. */
function ChoiceFields({ rankers, choice, onChange }: ChoiceFieldsProps) {
  return (
    <div className={styles.choices}>
      <SelectField
        label="Failures"
        options={optionsOf(KINDS)}
        value={choice.which}
        onChange={(which) => onChange({ which, page: '' })}
      />
      <SelectField
        label="No relevant passage among the first"
        options={[...DEPTHS]}
        value={choice.within}
        onChange={(within) => onChange({ within, page: '' })}
      />
      <SelectField
        label="Ranker"
        options={[{ value: ANY, label: 'any' }, ...rankers]}
        value={choice.ranker}
        onChange={(ranker) => onChange({ ranker, page: '' })}
      />
    </div>
  );
}

type OverviewProps = Readonly<{
  failures: StudyFailures;
  chosen: string;
  onChoose: (title: string) => void;
}>;

/** How many topics of each line fail how; a line is chosen by its name. */
function Overview({ failures: { lines, rankers }, chosen, onChoose }: OverviewProps) {
  const columns: Columns<StudyFailures['lines'][number]> = [
    wordsColumn('texts', ({ title }) => (
      <button
        type="button"
        className={styles.line}
        aria-pressed={title === chosen}
        onClick={() => onChoose(title)}
      >
        {title}
      </button>
    )),
    { head: 'introduced', cell: ({ introduced }) => introduced },
    { head: 'shared by all', cell: ({ shared }) => shared },
    { head: 'of one alone', cell: ({ alone }) => alone },
    { head: 'repaired', cell: ({ repaired }) => repaired },
    ...rankers.map((name, place) => ({
      head: `${name} fails`,
      cell: ({ by_ranker: all }: StudyFailures['lines'][number]) => all[place] ?? '–',
    })),
  ];
  return (
    <CardTable
      label="Failures by line"
      columns={columns}
      rows={lines}
      keyOf={({ title }) => title}
      className={styles.overview}
    />
  );
}

type Props = Readonly<{ study: Study; choice: Choice; onChange: ChoiceFieldsProps['onChange'] }>;

type FoundProps = Props & Readonly<{ data: StudyFailures; isOld: boolean }>;

function Found({ study, choice, onChange, data, isOld }: FoundProps) {
  const query = failuresQuery(study.name, choice);
  return (
    <div className={cx(isOld && page.old)}>
      <p role="status">
        {data.n === 0
          ? 'No topic fails in this way.'
          : `${counted(data.n, 'topic')} of ${data.n_topics}, the greatest losses first.`}
      </p>
      <div className={styles.cards}>
        {data.rows.map((failure) => (
          <FailureCard
            key={failure.query_id}
            failure={failure}
            to={studyTopicPath(study, failure.query_id, {
              variants: [choice.variant],
              rankers: failure.ranks.map(({ ranker }) => ranker),
            })}
          />
        ))}
      </div>
      <Pager
        page={data.page}
        nPages={data.n_pages}
        of="failures"
        onChange={(page) => onChange({ page: String(page) })}
      />
      <p className={buttons.actions}>
        <CsvLinks
          href={`/api/studies/failures?format=csv&${addressOf({ ...query, page: undefined })}`}
        >
          Download CSV
        </CsvLinks>
      </p>
    </div>
  );
}

/** What is chosen stays where it is, whatever comes of it, once it is there. */
function Search({ study }: Readonly<{ study: Study }>) {
  const [params, onChange] = useAddress(studyPath(study.name, 'failures'));
  const choice = choiceOf(params, study);
  const query = failuresQuery(study.name, choice);
  const { data, error, isPlaceholderData } = useStudyPart(
    '/api/studies/failures',
    query,
    study.n_done,
  );
  if (data === undefined && error === null) return <Waiting label="Looking for failures" />;
  return (
    <>
      {data !== undefined && (
        <Overview
          failures={data}
          chosen={choice.variant}
          onChoose={(variant) => onChange({ variant, page: '' })}
        />
      )}
      <h3>{choice.variant}</h3>
      <ChoiceFields
        rankers={study.rankers.map(({ name }) => name)}
        choice={choice}
        onChange={onChange}
      />
      <ErrorMessage error={error} />
      {data !== undefined && error === null && (
        <Found
          study={study}
          choice={choice}
          onChange={onChange}
          data={data}
          isOld={isPlaceholderData}
        />
      )}
    </>
  );
}

/** Topics where rankers fail, with ranks and texts. */
export default function FailuresTab() {
  const about = ({ labels }: Study): string =>
    `A ranker fails on a topic if no relevant passage of ${labels} is among its first ones. ` +
    'A topic counts as introduced if any ranker starts failing on it, and as repaired if any stops. ' +
    'Ranks are those of the first relevant passage; a re-ranker finds nothing below ' +
    'the ranks it is given.';
  return (
    <StudyTab id="failures" title="Failures" about={about}>
      {(study) => <Search study={study} />}
    </StudyTab>
  );
}
