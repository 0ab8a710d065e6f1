import { useTextCollections } from '@/api/collections';
import { useLabels } from '@/api/labels';
import { useTopicSets } from '@/api/topicSets';
import { useStudies } from '@/features/library/api/studies';
import { useRead } from '@/api/read';
import { StudyForm } from '@/features/library/studies/start/StudyForm';
import { withoutSamples } from '@/shared/labels/estimated';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/requests/Nothing';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import text from '@/shared/styles/text.module.css';
import head from '@/features/library/frame/head.module.css';

const NoLabels = () => (
  <Nothing title="No labels for a study yet">
    <p>
      A study scores rankers under labels of the original texts that are no sample. Import some with{' '}
      <code>./dev manage import_labels FILE --name L --collection C --topics T</code>.
    </p>
  </Nothing>
);

function Form() {
  const query = together({
    labels: useLabels(),
    collections: useTextCollections(),
    topicSets: useTopicSets(),
    recipes: useRead('/api/recipes', {}, { staleTime: Infinity }),
    studies: useStudies(),
  });
  return (
    <Loaded
      query={query}
      trouble="No study can be started now"
      waiting="Looking for texts and labels"
      keepsAnswer
    >
      {({ studies, labels: all, ...found }) => {
        const labels = withoutSamples(all);
        if (labels.length === 0) return <NoLabels />;
        const taken = studies.map(({ name }) => name);
        return <StudyForm ground={{ ...found, labels, taken }} />;
      }}
    </Loaded>
  );
}

/** Chooses texts and rankers, shows what that costs, and starts the study. */
export default function NewStudyPage() {
  return (
    <>
      <title>New study · Regrade</title>
      <p className={head.above}>
        <Link to="/library/studies">All studies</Link>
      </p>
      <h1>New study</h1>
      <p className={text.soft}>
        Every ranker runs over the original texts and over each variant of them. The table then
        shows what each loses, under the labels of the originals.
      </p>
      <Form />
    </>
  );
}
