import type { CampaignLabels } from '@/api/types';
import type { Choice } from '@/features/campaign/labels/choice';
import { isChosen, presetsOf } from '@/features/campaign/labels/presets';
import styles from '@/features/campaign/labels/derive.module.css';

type Props = Readonly<{
  scale: CampaignLabels['scale'];
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
}>;

export function PresetCards({ scale, choice, onChange }: Props) {
  return (
    <div className={styles.presets} role="group" aria-label="Usual ways">
      {presetsOf(scale).map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={isChosen(preset, choice)}
          onClick={() => onChange(preset.choice)}
        >
          <strong>{preset.name}</strong>
          <span>{preset.meaning}</span>
        </button>
      ))}
    </div>
  );
}
