import { useCallback, useMemo } from 'react';
import type { Study, StudyTopics } from '@/api/types';
import { studyPath, useStudyPart } from '@/features/library/api/studies';
import { StudyTab } from '@/features/library/studies/read/StudyTab';
import { addressOf } from '@/shared/routing/address';
import { studyTopicPath } from '@/features/library/studies/read/reading';
import { Link } from '@/shared/routing/Link';
import { useNavigate } from '@/shared/routing/location';
import { MarkedText } from '@/features/library/studies/read/MarkedText';
import { chosenOf, useAddress } from '@/shared/routing/useAddress';
import { formatDifference, formatScore } from '@/shared/format/numbers';
import { CsvLinks } from '@/shared/ui/tables/CsvLinks';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { drawTopics } from '@/shared/ui/figure/drawTopics';
import { Figure } from '@/shared/ui/figure/Figure';
import { numbers, words } from '@/shared/ui/figure/figureTable';
import type { Column } from '@/shared/ui/figure/figureTable';
import { countDirections, sortByGain } from '@/shared/ui/figure/topicOrder';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { entriesOf } from '@/shared/ui/fields/entries';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/read/study.module.css';

type Topic = StudyTopics['topics'][number];
type Compared = Topic & Readonly<{ difference: number; was: number; is: number }>;

/** The topics where a ranker has both values, with its difference. */
export function comparedBy(topics: readonly Topic[], place: number): Compared[] {
  return topics.flatMap((topic) => {
    const [was, is] = [topic.before[place] ?? null, topic.after[place] ?? null];
    const difference = topic.differences[place] ?? null;
    if (was === null || is === null || difference === null) return [];
    return [{ ...topic, was, is, difference }];
  });
}

const columnsOf = (isRank: boolean, to: (queryId: string) => string): Column<Compared>[] => [
  words(
    'topic',
    ({ query_id: id }) => id,
    ({ query_id: id }) => <Link to={to(id)}>{id}</Link>,
  ),
  words('query', ({ query }) => query),
  words(
    'query of the variant',
    ({ query, changed_query }) => changed_query ?? query,
    ({ query, changed_query }) => <MarkedText text={changed_query ?? query} other={query} />,
  ),
  numbers(
    'original',
    ({ was }) => was,
    (value) => formatScore(value, isRank),
  ),
  numbers(
    'variant',
    ({ is }) => is,
    (value) => formatScore(value, isRank),
  ),
  numbers(
    'difference',
    ({ difference }) => difference,
    (value) => formatDifference(value, isRank),
  ),
];

type Choice = Readonly<{ variant: string; measure: string; ranker: string }>;

type FigureProps = Readonly<{ study: Study; data: StudyTopics; choice: Choice }>;

function TopicFigure({ study, data, choice }: FigureProps) {
  const navigate = useNavigate();
  const isRank = data.lower_is_better;
  const place = data.rankers.indexOf(choice.ranker);
  const sorted = useMemo(
    () => sortByGain(comparedBy(data.topics, place), isRank),
    [data.topics, place, isRank],
  );
  const { variant, measure, ranker } = choice;
  const to = useCallback(
    (queryId: string) =>
      studyTopicPath(study, queryId, {
        variants: [study.lines[0]?.title ?? '', variant],
        rankers: [ranker],
        measure,
      }),
    [study, variant, measure, ranker],
  );
  const draw = useCallback(
    (width: number) => {
      const onTopic = (at: number): void => navigate(to(sorted[at]?.query_id ?? ''));
      return drawTopics({ topics: sorted, isRank, width, onTopic });
    },
    [sorted, isRank, navigate, to],
  );
  const { better, equal, worse } = countDirections(sorted, isRank);
  const title = `${data.measure} of ${choice.ranker}, ${data.variant} minus the originals`;
  const turned = isRank ? ' Lower is better, so the axis is turned: up is better.' : '';
  return (
    <Figure
      title={title}
      caption={`${title}: ${better} better, ${equal} equal, ${worse} worse.${turned}`}
      draw={draw}
      table={{ name: 'Differences by topic', columns: columnsOf(isRank, to), rows: sorted }}
      fileName={`topics-${data.measure}-${choice.ranker}`}
      axes={{ across: 'topics', up: `difference in ${data.measure}` }}
    />
  );
}

function Topics({ study }: Readonly<{ study: Study }>) {
  const [params, change] = useAddress(studyPath(study.name, 'topics'));
  const variants = study.lines.slice(1).map(({ title }) => title);
  const rankers = study.rankers.map(({ name }) => name);
  const choice = {
    variant: chosenOf(params, 'variant', variants),
    measure: chosenOf(params, 'measure', study.measures),
    ranker: chosenOf(params, 'ranker', rankers),
  };
  const query = { name: study.name, variant: choice.variant, measure: choice.measure };
  const entry = entriesOf(choice, change);
  return (
    <>
      <div className={styles.choices}>
        <SelectField label="Variant" options={variants} {...entry('variant')} />
        <SelectField label="Measure" options={[...study.measures]} {...entry('measure')} />
        <SelectField label="Ranker" options={rankers} {...entry('ranker')} />
      </div>
      <Loaded
        query={useStudyPart('/api/studies/topics', query, study.n_done)}
        waiting="Reading topics"
      >
        {(data) => (
          <>
            <p className={text.soft}>A bar opens its topic.</p>
            <TopicFigure study={study} data={data} choice={choice} />
          </>
        )}
      </Loaded>
      <p className={buttons.actions}>
        <CsvLinks href={`/api/studies/topics?format=csv&${addressOf(query)}`}>
          Download all rankers as CSV
        </CsvLinks>
      </p>
    </>
  );
}

/** One variant, query by query. */
export default function TopicsTab() {
  const about = ({ labels }: Study): string => `Under the labels ${labels}.`;
  return (
    <StudyTab id="topics" title="Query by query" about={about}>
      {(study) => <Topics study={study} />}
    </StudyTab>
  );
}
