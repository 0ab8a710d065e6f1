import { usePoolPreview } from '@/features/campaign/api/setup';
import { ReviewForm } from '@/features/campaign/setup/review/ReviewForm';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { Unread } from '@/shared/ui/requests/Unread';

export function ReviewStep(props: StepProps) {
  const { runs, sample, withoutLabels } = props.draft;
  const query = usePoolPreview(runs, sample, withoutLabels);
  if (query.data !== undefined) return <ReviewForm {...props} preview={query.data} />;
  return <Unread of={query} waiting="Counting the pool" trouble="The pool cannot be counted" />;
}
