import { Defined } from '@/shared/ui/Defined';
import text from '@/shared/styles/text.module.css';

type Block = Readonly<{ labels: string; sample: Readonly<{ text: string }> | null }>;
type Props = Readonly<{ blocks: readonly Block[] }>;

/** Under which labels scores are estimates. */
export function EstimateNote({ blocks }: Props) {
  const said = blocks.flatMap(({ labels, sample }) =>
    sample === null ? [] : [`Scores under ${labels} are ${sample.text}.`],
  );
  if (said.length === 0) return null;
  return (
    <p className={text.soft}>
      {said.join(' ')} <Defined at="sampling#scores-under-a-sample">More on estimates</Defined>
    </p>
  );
}
