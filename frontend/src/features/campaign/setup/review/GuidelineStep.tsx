import { useDeferredValue } from 'react';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { usePreview } from '@/features/campaign/api/guidelines';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { useSettled } from '@/shared/browser/useTyped';
import { guidelineOf } from '@/features/campaign/setup/draft/request';
import { ProsePreview } from '@/shared/ui/Prose';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/campaign/setup/review/GuidelineStep.module.css';

/** What assessors read before they begin, to be edited; the server shows how it will look. */
export function GuidelineStep({ draft, change }: StepProps) {
  const body = guidelineOf(draft);
  const settled = useSettled(useDeferredValue(body));
  const { data: preview, error } = usePreview(settled);
  return (
    <section>
      <h3>Guideline</h3>
      <p className={text.soft}>
        Written for your scale; edit it freely. Assessors open it with one key while they judge, and
        you can publish new versions at any time. What helps most are examples: once the campaign is
        made, add one or two passages for each grade on its Guideline page, and why they have it.
      </p>
      <div className={styles.sides}>
        <div>
          <AreaField
            label="Text (Markdown)"
            rows={28}
            value={body}
            maxLength={50_000}
            onChange={(guideline) => change({ guideline })}
          />
          {draft.guideline !== null && (
            <Button look="flush" onClick={() => change({ guideline: null })}>
              Start over from the template
            </Button>
          )}
        </div>
        <ProsePreview
          label="As assessors see it"
          html={settled.trim() === '' ? '' : (preview?.html ?? '')}
        >
          <ErrorMessage error={error} />
        </ProsePreview>
      </div>
    </section>
  );
}
