import type { Ranker, Rankers } from '@/api/types';
import { DEPTH } from '@/features/library/parameters/bm25';
import { Bm25Fields } from '@/features/library/parameters/Bm25Fields';
import { ModelFields } from '@/features/library/parameters/ModelFields';
import { NumberFields } from '@/features/library/parameters/NumberFields';
import type { FormProps } from '@/features/library/parameters/formProps';

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
