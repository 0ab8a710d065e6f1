import type { CampaignOverview, GuidelineExample } from '@/api/types';
import { gapsOf } from '@/features/campaign/guideline/exampleGaps';
import { gradeTitle } from '@/shared/gradeTitle';

type Props = Readonly<{
  number: number;
  example: GuidelineExample;
  scale: CampaignOverview['scale'];
  isLast: boolean;
  onChange: (part: Partial<GuidelineExample>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}>;

export function ExampleFields({ number, example, scale, isLast, ...on }: Props) {
  const { onChange, onMove, onRemove } = on;
  const gap = gapsOf(example);
  return (
    <fieldset className="example">
      <legend>Example {number}</legend>
      <div>
        <label className="field">
          <span>Query</span>
          <input
            value={example.query}
            maxLength={2000}
            onChange={(e) => onChange({ query: e.target.value })}
          />
        </label>
        <label className="field">
          <span>Passage</span>
          <textarea
            rows={4}
            value={example.passage}
            maxLength={20_000}
            onChange={(e) => onChange({ passage: e.target.value })}
          />
        </label>
      </div>
      <div>
        <label className="field">
          <span>Grade</span>
          <select
            value={example.grade ?? ''}
            onChange={(e) =>
              onChange({ grade: e.target.value === '' ? null : Number(e.target.value) })
            }
          >
            <option value="">choose one</option>
            {scale.map(({ value, name }) => (
              <option key={value} value={value}>
                {gradeTitle(value, name)}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>Why</span>
          <textarea
            rows={4}
            value={example.explanation}
            maxLength={5000}
            onChange={(e) => onChange({ explanation: e.target.value })}
          />
        </label>
      </div>
      {gap !== '' && <p className="gap soft">Still takes {gap}.</p>}
      <p className="moves">
        <button
          type="button"
          className="plain"
          disabled={number === 1}
          aria-label={`Move example ${number} up`}
          onClick={() => onMove(-1)}
        >
          Up
        </button>
        <button
          type="button"
          className="plain"
          disabled={isLast}
          aria-label={`Move example ${number} down`}
          onClick={() => onMove(1)}
        >
          Down
        </button>
        <button
          type="button"
          className="plain"
          aria-label={`Remove example ${number}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </p>
    </fieldset>
  );
}
