import { useMadeCollections } from '@/api/collections';
import { useTopicSets } from '@/api/topicSets';
import { useRecipes } from '@/features/library/api/variants';
import { groundsOf, groundValue } from '@/features/library/variants/entered';
import { VariantForm } from '@/features/library/variants/VariantForm';
import { useSearchParams } from '@/shared/routing/location';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import text from '@/shared/styles/text.module.css';

/** Makes a variant of a collection or topic set. */
export default function VariantPage() {
  const params = useSearchParams();
  const collections = useMadeCollections();
  const topicSets = useTopicSets();
  const recipes = useRecipes();
  const all = [collections, topicSets, recipes];
  const error = all.map((one) => one.error).find((one) => one !== null);
  if (error !== undefined) {
    const retry = (): void => void Promise.all(all.map((one) => one.refetch()));
    return <PageTrouble title="No variant can be made now" error={error} onRetry={retry} />;
  }
  if (!collections.data || !topicSets.data || !recipes.data)
    return <Waiting label="Looking for collections and topics" />;
  const grounds = groundsOf(collections.data, topicSets.data);
  const asked = grounds.find((one) => groundValue(one) === params.get('of'));
  const first = asked ?? grounds[0];
  return (
    <>
      <title>Make a variant · Regrade</title>
      <h1>Make a variant</h1>
      <p className={text.soft}>
        Every text is changed by a recipe: typos, lost spaces, another word order, rotation. What
        that does to rankers shows beside the original, under the original’s labels.
      </p>
      {first === undefined ? (
        <p>There is no collection and no topic set yet, of which one could be made.</p>
      ) : (
        <VariantForm grounds={grounds} ready={recipes.data} first={first} />
      )}
    </>
  );
}
