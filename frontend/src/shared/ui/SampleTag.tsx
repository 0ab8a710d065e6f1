import { Tag } from '@/shared/ui/Tag';

type Sample = Readonly<{ text: string }>;

/** Beside the name of a label set that is a sample; of how many pairs, a sentence near it says. */
export const SampleTag = ({ sample }: Readonly<{ sample: Sample | null }>) =>
  sample === null ? null : (
    <span title={`Scores under these labels are estimates: ${sample.text}.`}>
      <Tag>estimates</Tag>
    </span>
  );
