import type { CampaignOverview, GuidelineExample } from '@/api/types';
import { PassagePicker } from '@/features/campaign/guideline/PassagePicker';
import { ExampleFields } from '@/features/campaign/guideline/ExampleFields';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/guideline/examples.module.css';

const MOST = 50;
const EMPTY: GuidelineExample = { query: '', passage: '', grade: null, explanation: '' };

type Props = Readonly<{
  campaignId: number;
  examples: readonly GuidelineExample[];
  scale: CampaignOverview['scale'];
  onChange: (examples: GuidelineExample[]) => void;
}>;

/** Passages as they would be graded, and why: most of what assessors ask is answered by these. */
export function ExamplesEditor({ campaignId, examples, scale, onChange }: Props) {
  const change = (at: number, part: Partial<GuidelineExample>): void =>
    onChange(examples.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const move = (at: number, by: number): void => {
    const moved = [...examples];
    const [one] = moved.splice(at, 1);
    if (one !== undefined) moved.splice(at + by, 0, one);
    onChange(moved);
  };
  return (
    <section aria-labelledby="examples">
      <h3 id="examples">Examples</h3>
      <p className={text.soft}>
        A query, a passage, the grade it gets and why. Two or three that are hard to tell apart help
        most. Assessors have them beside the guideline.
      </p>
      <ol className={styles.examples}>
        {examples.map((example, at) => (
          // Examples have no id, and keep their order while they are edited.
          <li key={at}>
            <ExampleFields
              number={at + 1}
              example={example}
              scale={scale}
              isLast={at === examples.length - 1}
              onChange={(part) => change(at, part)}
              onMove={(by) => move(at, by)}
              onRemove={() => onChange(examples.filter((_, i) => i !== at))}
            />
          </li>
        ))}
      </ol>
      {examples.length < MOST && (
        <Button look="second" onClick={() => onChange([...examples, EMPTY])}>
          Add an example
        </Button>
      )}
      {examples.length < MOST && (
        <PassagePicker
          campaignId={campaignId}
          onTake={({ query, passage }) => onChange([...examples, { ...EMPTY, query, passage }])}
        />
      )}
    </section>
  );
}
