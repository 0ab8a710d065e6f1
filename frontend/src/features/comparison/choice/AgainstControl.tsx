import type { LabelSet, Run } from '@/api/types';
import type { Selection } from '@/features/comparison/choice/selection';
import { SearchField } from '@/shared/ui/fields/SearchField';
import { Segmented } from '@/shared/ui/fields/Segmented';
import styles from '@/features/comparison/choice/controls.module.css';

type Props = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const KINDS = [
  { value: 'run', label: 'a run' },
  { value: 'labels', label: 'other labels' },
] as const;

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

/** What the runs are compared with: a baseline run, or themselves under another label set. */
export function AgainstControl({ runs, labels, selection, onChange }: Props) {
  const { baseline, baselineLabels, runs: chosen, labels: chosenLabels } = selection;
  const isByLabels = baselineLabels !== null;

  function againstRun(name: string | null): void {
    onChange({ baseline: name, baselineLabels: null, runs: chosen.filter((run) => run !== name) });
  }

  function againstLabels(name: string | null): void {
    const all = baseline === null ? chosen : [baseline, ...chosen];
    onChange({
      baseline: null,
      baselineLabels: name,
      runs: all,
      labels: chosenLabels.filter((label) => label !== name),
    });
  }

  const switchTo = (kind: 'run' | 'labels'): void =>
    kind === 'labels'
      ? againstLabels(chosenLabels[0] ?? labels[0]?.name ?? null)
      : againstRun(chosen[0] ?? null);

  return (
    <div className={styles.against}>
      <span aria-hidden>Against</span>
      <Segmented
        label="Against"
        options={KINDS}
        value={isByLabels ? 'labels' : 'run'}
        onChange={switchTo}
      />
      <SearchField
        label={isByLabels ? 'Baseline label set' : 'Baseline run'}
        options={names(isByLabels ? labels : runs)}
        value={isByLabels ? baselineLabels : baseline}
        onChange={isByLabels ? againstLabels : againstRun}
      />
    </div>
  );
}
