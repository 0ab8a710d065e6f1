import { MultiSelect, Select, Switch, TagsInput } from '@mantine/core';
import type { LabelSet, Run } from '@/api/types';
import { KNOWN_MEASURES, splitMeasures } from '@/features/comparison/words/measureNames';
import type { Selection } from '@/features/comparison/choice/selection';
import { AgainstControl } from '@/features/comparison/choice/AgainstControl';
import { TestControl } from '@/features/comparison/choice/TestControl';

type Props = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

export function Controls({ runs, labels, selection, onChange }: Props) {
  const offered = names(runs).filter((name) => name !== selection.baseline);
  return (
    <form
      className="controls"
      aria-label="What to compare"
      onSubmit={(event) => event.preventDefault()}
    >
      <AgainstControl runs={runs} labels={labels} selection={selection} onChange={onChange} />
      <MultiSelect
        label="Runs"
        data={offered}
        value={[...selection.runs]}
        onChange={(value) => onChange({ runs: value })}
        searchable
        hidePickedOptions
      />
      <MultiSelect
        label="Label sets"
        data={names(labels).filter((name) => name !== selection.baselineLabels)}
        value={[...selection.labels]}
        onChange={(value) => onChange({ labels: value })}
        searchable
        hidePickedOptions
      />
      <TagsInput
        label="Measures"
        data={[...KNOWN_MEASURES]}
        value={[...selection.measures]}
        onChange={(value) => onChange({ measures: value.flatMap(splitMeasures) })}
        splitChars={[]}
        acceptValueOnBlur
      />
      <TestControl selection={selection} onChange={onChange} />
      <div className="topics-choice">
        <Select
          label="Only topics of"
          placeholder="all shared topics"
          data={names(labels)}
          value={selection.onlyTopicsOf}
          onChange={(value) => onChange({ onlyTopicsOf: value })}
          clearable
        />
        <Switch
          label="Only topics that every run has"
          checked={selection.commonTopics}
          onChange={(event) => onChange({ commonTopics: event.currentTarget.checked })}
        />
        <Switch
          label="Rank as trec_eval 9 does"
          description="By scores rounded to single precision"
          checked={selection.singlePrecision}
          onChange={(event) => onChange({ singlePrecision: event.currentTarget.checked })}
        />
      </div>
    </form>
  );
}
