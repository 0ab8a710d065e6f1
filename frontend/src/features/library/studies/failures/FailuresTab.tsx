import type { Study, StudyFailures } from '@/api/types';
import { studyPath, useNamedStudy, useStudyFailures } from '@/features/library/api/studies';
import { A_PAGE, choiceOf, failuresQuery } from '@/features/library/studies/failures/choice';
import type { Choice } from '@/features/library/studies/failures/choice';
import { ChoiceFields } from '@/features/library/studies/failures/ChoiceFields';
import { studyTopicPath } from '@/features/library/studies/read/topicLinks';
import { FailureCard } from '@/features/library/studies/failures/FailureCard';
import { Overview } from '@/features/library/studies/failures/Overview';
import { useAddress } from '@/shared/routing/useAddress';
import type { ChangeAddress } from '@/shared/routing/useAddress';
import { addressOf } from '@/shared/routing/address';
import { counted } from '@/shared/format';
import { CsvLinks } from '@/shared/ui/CsvLinks';
import { Pager } from '@/shared/ui/Pager';
import { Waiting } from '@/shared/ui/Waiting';
import { cx } from '@/shared/cx';
import { ErrorMessage } from '@/shared/ui/ErrorMessage';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/read/study.module.css';

type Props = Readonly<{ study: Study; choice: Choice; onChange: ChangeAddress }>;

type FoundProps = Props & Readonly<{ data: StudyFailures; isOld: boolean }>;

function Found({ study, choice, onChange, data, isOld }: FoundProps) {
  const query = failuresQuery(study.name, choice);
  return (
    <div className={cx(isOld && styles.old)}>
      <p role="status">
        {data.n_failures === 0
          ? 'No topic fails so.'
          : `${counted(data.n_failures, 'topic')} of ${data.n_topics}, the greatest losses first.`}
      </p>
      {data.failures.map((failure) => (
        <FailureCard
          key={failure.query_id}
          failure={failure}
          to={studyTopicPath(study, failure.query_id, {
            variants: [choice.variant],
            rankers: failure.ranks.map(({ ranker }) => ranker),
          })}
        />
      ))}
      <Pager
        page={choice.page}
        nPages={Math.ceil(data.n_failures / A_PAGE)}
        of="failures"
        onChange={(page) => onChange({ page: String(page) })}
      />
      <p className={buttons.actions}>
        <CsvLinks
          href={`/api/study/failures?format=csv&${addressOf({ ...query, page: undefined })}`}
        >
          Download CSV
        </CsvLinks>
      </p>
    </div>
  );
}

/** What is chosen stays where it is, whatever comes of it, once it is there. */
function Search({ study, choice, onChange }: Props) {
  const query = failuresQuery(study.name, choice);
  const { data, error, isPlaceholderData } = useStudyFailures(query, study.n_done);
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
  const { data: study } = useNamedStudy();
  const [params, change] = useAddress(studyPath(study?.name ?? '', 'failures'));
  if (study === undefined) return null;
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">Failures</h2>
      <p className={text.soft}>
        A ranker fails on a topic if no relevant passage of {study.labels} is among its first ones.
        A topic counts as introduced or repaired if any ranker fails there anew or no more. Ranks
        are those of the first relevant passage; a ranker that re-ranks finds nothing below the
        ranks that it is given.
      </p>
      {study.n_done === 0 ? (
        <p>No run is complete yet.</p>
      ) : (
        <Search study={study} choice={choiceOf(params, study)} onChange={change} />
      )}
    </section>
  );
}
