import { describeAnalysis, BM25_NUMBERS } from '@/features/library/parameters/bm25';
import { NumberFields } from '@/features/library/parameters/NumberFields';
import { DeviceFold } from '@/features/library/parameters/DeviceFold';
import { Rm3Fold } from '@/features/library/parameters/Rm3Fold';
import type { FormProps } from '@/features/library/parameters/formProps';
import text from '@/shared/styles/text.module.css';

/** How BM25 scores; another ranker has its own fields instead. */
export function Bm25Fields(props: FormProps) {
  return (
    <section aria-labelledby="ranker">
      <h2 id="ranker">BM25</h2>
      <p className={text.soft}>
        Scores a passage by the terms it shares with the query: the rarer a term is in the
        collection, the more it counts. {describeAnalysis(props.entered.settled)}
      </p>
      <NumberFields {...props} options={BM25_NUMBERS} />
      <Rm3Fold {...props} />
      <DeviceFold {...props} />
    </section>
  );
}
