import type { Ranker, Rankers } from '@/api/types';
import { DEPTH } from '@/features/ranking/bm25';
import { Bm25Fields } from '@/features/ranking/components/Bm25Fields';
import { ModelFields } from '@/features/ranking/components/ModelFields';
import { NumberFields } from '@/features/ranking/components/NumberFields';
import type { FormProps } from '@/features/ranking/components/formProps';

type Props = FormProps & Readonly<{ ranker: Ranker | null; rankers: Rankers }>;

/** How the ranker scores; BM25 is the one without a model. */
export function How({ ranker, rankers, ...fields }: Props) {
  if (ranker !== null) return <ModelFields {...fields} ranker={ranker} rankers={rankers} />;
  return (
    <>
      <NumberFields {...fields} options={[DEPTH]} />
      <Bm25Fields {...fields} />
    </>
  );
}
