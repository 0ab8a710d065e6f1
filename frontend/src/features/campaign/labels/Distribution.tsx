import type { CampaignLabels, LabelsPreview } from '@/api/types';
import { GradeBars } from '@/features/campaign/kit/GradeBars';

type Props = Readonly<{
  counts: LabelsPreview['counts'];
  /** Null where labels are 0 and 1 and no grades of the campaign. */
  scale: CampaignLabels['scale'] | null;
}>;

const PLAIN: Readonly<Record<number, string>> = { 0: 'not relevant', 1: 'relevant' };

/** How many pairs have which label: a bar and a number each. */
export function Distribution({ counts, scale }: Props) {
  const grades = counts.by_value.map(({ value, n }) => {
    const grade = scale?.find((one) => one.value === value);
    const { name = PLAIN[value] ?? '', colour = 'var(--accent)' } = grade ?? {};
    return { value, name, colour, n };
  });
  return <GradeBars grades={grades} total={counts.n_pairs} isNarrow />;
}
