import { useMadeCollections } from '@/api/collections';
import { useLabels } from '@/api/labels';
import { useTopicSets } from '@/api/topicSets';
import { useStudies } from '@/features/library/api/studies';
import { useRecipes } from '@/features/library/api/variants';
import { StudyForm } from '@/features/library/studies/start/StudyForm';
import { Link } from '@/shared/routing/Link';
import { Nothing } from '@/shared/ui/Nothing';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';
import head from '@/features/library/frame/head.module.css';

const NoLabels = () => (
  <Nothing title="No label set yet">
    <p>
      A study scores rankers under labels of the original texts. Import some with{' '}
      <code>./dev manage import_labels FILE --name L --collection C --topics T</code>.
    </p>
  </Nothing>
);

function Form() {
  const labels = useLabels();
  const collections = useMadeCollections();
  const topicSets = useTopicSets();
  const recipes = useRecipes();
  const studies = useStudies();
  const all = [labels, collections, topicSets, recipes, studies];
  if (labels.data && collections.data && topicSets.data && recipes.data && studies.data)
    return labels.data.length === 0 ? (
      <NoLabels />
    ) : (
      <StudyForm
        ground={{
          labels: labels.data,
          collections: collections.data,
          topicSets: topicSets.data,
          recipes: recipes.data,
          taken: studies.data.map(({ name }) => name),
        }}
      />
    );
  const error = all.map((one) => one.error).find((one) => one !== null);
  if (error === undefined) return <Waiting label="Looking for texts and labels" />;
  const retry = (): void => void Promise.all(all.map((one) => one.refetch()));
  return <PageTrouble title="No study can be started now" error={error} onRetry={retry} />;
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
        tells what each loses, under the labels of the originals.
      </p>
      <Form />
    </>
  );
}
