import { useScales } from '@/features/campaign/api/setup';
import { JudgmentsForm } from '@/features/campaign/setup/scale/JudgmentsForm';
import { GradeEditor } from '@/features/campaign/setup/scale/GradeEditor';
import { GradePreview } from '@/features/campaign/setup/scale/GradePreview';
import { ServingForm } from '@/features/campaign/setup/scale/ServingForm';
import { FREE, PresetList } from '@/features/campaign/setup/scale/PresetList';
import type { StepProps } from '@/features/campaign/setup/draft/stepProps';
import { coloured } from '@/features/campaign/setup/draft/scale';
import type { GradeDraft } from '@/features/campaign/setup/draft/types';
import { PageTrouble } from '@/shared/ui/PageTrouble';
import { Waiting } from '@/shared/ui/Waiting';
import parts from '@/shared/styles/parts.module.css';
import styles from '@/features/campaign/setup/scale/ScaleStep.module.css';

export function ScaleStep({ draft, change }: StepProps) {
  const { data: scales, error, refetch } = useScales();
  if (error !== null) {
    return (
      <PageTrouble
        title="The scales cannot be listed now"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (scales === undefined) return <Waiting label="Listing the scales" />;
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
