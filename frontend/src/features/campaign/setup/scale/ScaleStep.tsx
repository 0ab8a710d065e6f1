import { useRead } from '@/api/read';
import { JudgmentsForm } from '@/features/campaign/setup/scale/JudgmentsForm';
import { GradeEditor } from '@/features/campaign/setup/scale/GradeEditor';
import { GradePreview } from '@/features/campaign/setup/scale/GradePreview';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';
import { FREE, PresetList } from '@/features/campaign/setup/scale/PresetList';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { coloured } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { Unread } from '@/shared/ui/Unread';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ScaleStep.module.css';

export function ScaleStep({ draft, change }: StepProps) {
  const query = useRead('/api/scales', {}, { staleTime: Infinity });
  const { data: scales } = query;
  if (scales === undefined)
    return (
      <Unread of={query} waiting="Listing the scales" trouble="The scales cannot be listed now" />
    );
  const shown = coloured(draft.grades, scales.colours);
  const setGrades = (grades: readonly GradeDraft[]): void => change({ grades });
  const choose = (preset: string, grades: readonly GradeDraft[]): void =>
    change({ preset, grades });
  return (
    <>
      <section>
        <h3>Scale</h3>
        <div className={styles.scales}>
          <PresetList scales={scales} chosen={draft.preset} onChoose={choose} own={draft.grades} />
          {draft.grades.length > 0 && <GradePreview grades={shown} />}
        </div>
        {draft.grades.length > 0 && (
          <details className={parts.fold} open={draft.preset === FREE}>
            <summary>Change names, descriptions and colours</summary>
            <GradeEditor grades={draft.grades} shown={shown} onChange={setGrades} />
          </details>
        )}
      </section>
      <JudgmentsForm draft={draft} change={change} />
      <ServingForm draft={draft} change={change} />
    </>
  );
}
