import type { LabelSet, Run } from '@/api/types';
import { OFFERED } from '@/shared/evaluation/measures';
import { splitMeasures } from '@/features/comparison/texts/measureNames';
import type { Selection } from '@/features/comparison/choice/selection';
import { anchorOf, isOfSameTopics, serves, sorted } from '@/features/comparison/choice/fitting';
import { AgainstControl } from '@/features/comparison/choice/AgainstControl';
import { TestControl } from '@/features/comparison/choice/TestControl';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { TagsField } from '@/shared/ui/fields/TagsField';
import { MeasureLinks } from '@/shared/ui/Defined';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Link } from '@/shared/routing/Link';
import { Form } from '@/shared/ui/forms/Form';
import styles from '@/features/comparison/choice/controls.module.css';

type Props = Readonly<{
  runs: readonly Run[];
  labels: readonly LabelSet[];
  selection: Selection;
  onChange: (part: Partial<Selection>) => void;
}>;

const names = (items: readonly { name: string }[]): string[] => items.map(({ name }) => name);

export function Controls({ runs, labels, selection, onChange }: Props) {
  const anchor = anchorOf(selection, runs);
  const than = anchor?.name ?? 'these';
  const offered = sorted(runs, (run) => anchor === undefined || isOfSameTopics(run, anchor));
  const sets = sorted(labels, (set) => anchor === undefined || serves(set, anchor));
  return (
    <Form className={styles.controls} aria-label="What to compare">
      <AgainstControl runs={runs} labels={labels} selection={selection} onChange={onChange} />
      <MultiField
        label="Runs"
        options={offered.fit.filter((name) => name !== selection.baseline)}
        unfit={{ why: `Over other topics or passages than ${than}`, names: offered.unfit }}
        value={selection.runs}
        onChange={(value) => onChange({ runs: value })}
      />
      <MultiField
        label="Label sets"
        options={sets.fit.filter((name) => name !== selection.baselineLabels)}
        unfit={{ why: `Of other topics or passages than ${than}`, names: sets.unfit }}
        value={selection.labels}
        onChange={(value) => onChange({ labels: value })}
      />
      <TagsField
        label="Measures"
        hint={<MeasureLinks names={selection.measures} />}
        suggestions={OFFERED.comparison}
        value={selection.measures}
        onChange={(value) => onChange({ measures: value.flatMap(splitMeasures) })}
      />
      <TestControl selection={selection} onChange={onChange} />
      <div className={styles.topics}>
        <SelectField
          label="Only topics of"
          width="full"
          options={[{ value: '', label: 'all shared topics' }, ...names(labels)]}
          value={selection.onlyTopicsOf ?? ''}
          onChange={(name) => onChange({ onlyTopicsOf: name || null })}
        />
        <CheckField
          role="switch"
          label="Only topics that every run has"
          checked={selection.commonTopics}
          onChange={(commonTopics) => onChange({ commonTopics })}
        />
        <CheckField
          role="switch"
          label="Rank as trec_eval 9 does"
          hint="By scores rounded to single precision"
          checked={selection.singlePrecision}
          onChange={(singlePrecision) => onChange({ singlePrecision })}
        />
      </div>
      <p className={styles.own}>
        Files of your own: <Link to="/library/import?kind=scores">import runs and labels</Link>
      </p>
    </Form>
  );
}
