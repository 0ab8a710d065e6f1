import type { PanelProps } from '@/features/comparison/choice/panel';
import { Block } from '@/features/comparison/scores/Block';
import { Downloads } from '@/features/comparison/scores/Downloads';
import { Footnote } from '@/features/comparison/scores/Footnote';

/** Every measure under every label set, as tables for a paper. */
export function ScoresPanel({ comparison, selection, labels }: PanelProps) {
  return (
    <>
      {comparison.blocks.map((block) => (
        <Block
          key={block.labels}
          block={block}
          comparison={comparison}
          labels={labels.find(({ name }) => name === block.labels)}
        />
      ))}
      <Footnote comparison={comparison} />
      <Downloads selection={selection} />
    </>
  );
}
