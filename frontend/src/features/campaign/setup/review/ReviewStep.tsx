import { usePoolPreview } from '@/features/campaign/api/setup';
import { ReviewForm } from '@/features/campaign/setup/review/ReviewForm';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';

export function ReviewStep(props: StepProps) {
  const { runs, sample, withoutLabels } = props.draft;
  const { data: preview, error, refetch } = usePoolPreview(runs, sample, withoutLabels);
  if (preview !== undefined) return <ReviewForm {...props} preview={preview} />;
  if (error === null) return <Waiting label="Counting the pool" />;
  return (
    <PageTrouble title="The pool cannot be counted" error={error} onRetry={() => void refetch()} />
  );
}
