import type { Comparison } from '@/api/types';
import { testWords } from '@/features/comparison/testWords';
import { counted } from '@/shared/format';

export function Footnote({
  comparison: { n_tests: nTests, test, baseline },
}: Readonly<{ comparison: Comparison }>) {
  return (
    <p className="soft footnote">
      * p &lt; .05, ** &lt; .01, *** &lt; .001, **** &lt; .0001 ({testWords(test)}). Stars are
      uncorrected over {counted(nTests, 'test')}: about one in twenty true nulls gets a star.{' '}
      {test === 't' && 'In brackets, the 95% interval of the mean difference. '}
      {baseline !== null && 'Bold is the best of its row. '}↓ marks measures where lower is better,
      and a starred difference is coloured by whether it is better or worse.
    </p>
  );
}
