import { Tag } from '@/shared/ui/Tag';

type Sample = Readonly<{ text: string }>;

/** Beside the name of a label set that is a sample: scores under it are estimates. */
export const SampleTag = ({ sample }: Readonly<{ sample: Sample | null }>) =>
  sample === null ? null : (
    <span title={`Scores under these labels are estimates: ${sample.text}.`}>
      <Tag>{sample.text}</Tag>
    </span>
  );
