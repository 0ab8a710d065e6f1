import { SegmentedControl, Select } from '@mantine/core';
import type { LabelSet, Run } from '@/api/types';
import type { Selection } from '@/features/comparison/choice/selection';

type Props = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const KINDS = [
  { value: 'run', label: 'a run' },
  { value: 'labels', label: 'other labels' },
];

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

/** Against what the runs are held: one baseline run, or themselves under another label set. */
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

  const turn = (kind: string): void =>
    kind === 'labels'
      ? againstLabels(chosenLabels[0] ?? labels[0]?.name ?? null)
      : againstRun(chosen[0] ?? null);

  return (
    <div className="control against">
      <span id="against-label">Against</span>
      <SegmentedControl
        data={KINDS}
        value={isByLabels ? 'labels' : 'run'}
        onChange={turn}
        aria-labelledby="against-label"
      />
      <Select
        aria-label={isByLabels ? 'Baseline label set' : 'Baseline run'}
        data={names(isByLabels ? labels : runs)}
        value={isByLabels ? baselineLabels : baseline}
        onChange={isByLabels ? againstLabels : againstRun}
        allowDeselect={false}
        searchable
      />
    </div>
  );
}
