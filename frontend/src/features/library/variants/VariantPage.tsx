import { useTextCollections } from '@/api/collections';
import { useTopicSets } from '@/api/topicSets';
import { useRead } from '@/api/read';
import { groundsOf, groundValue } from '@/features/library/variants/entered';
import { VariantForm } from '@/features/library/variants/VariantForm';
import { useSearchParams } from '@/shared/routing/location';
import { Loaded } from '@/shared/ui/requests/Loaded';
import { together } from '@/shared/requests/together';
import text from '@/shared/styles/text.module.css';

/** Makes a variant of a collection or topic set. */
export default function VariantPage() {
  const params = useSearchParams();
  const query = together({
    collections: useTextCollections(),
    topicSets: useTopicSets(),
    recipes: useRead('/api/recipes', {}, { staleTime: Infinity }),
  });
  return (
    <Loaded
      query={query}
      trouble="No variant can be made now"
      waiting="Looking for collections and topics"
    >
      {({ collections, topicSets, recipes }) => {
        const grounds = groundsOf(collections, topicSets);
        const asked = grounds.find((one) => groundValue(one) === params.get('of'));
        const first = asked ?? grounds[0];
        return (
          <>
            <title>Make a variant · Regrade</title>
            <h1>Make a variant</h1>
            <p className={text.soft}>
              Every text is changed by a recipe: typos, lost spaces, another word order, rotation.
              Its runs are scored beside those of the original, under the original’s labels.
            </p>
            {first === undefined ? (
              <p>There is no collection or topic set yet to make one from.</p>
            ) : (
              <VariantForm grounds={grounds} ready={recipes} first={first} />
            )}
          </>
        );
      }}
    </Loaded>
  );
}
