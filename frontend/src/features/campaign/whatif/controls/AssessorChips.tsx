import { useState } from 'react';
import type { ControlProps } from '@/features/campaign/whatif/controls/RuleControls';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/whatif/controls/controls.module.css';

/** More of them are folded away at first. */
const MOST_AT_FIRST = 12;

/** The assessors whose votes count; a click leaves one out, another takes them in again. */
export function AssessorChips({ state: { choice }, offered, onChange }: ControlProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { assessors } = offered.labels;
  const counting = assessors.filter(({ kind }) => choice.countsSimulated || kind !== 'simulated');
  const { without } = choice;
  if (counting.length === 0) return null;
  const shown = showsAll
    ? counting
    : counting.filter(({ name }, at) => at < MOST_AT_FIRST || without.includes(name));
  const nHidden = counting.length - shown.length;

  function toggle(name: string): void {
    const others = without.filter((one) => one !== name);
    const isOut = others.length < without.length;
    onChange({ choice: { ...choice, without: isOut ? others : [...others, name] } });
  }

  return (
    <fieldset className={styles.chips}>
      <legend>
        Assessors
        {without.length > 0 && ` · ${without.length} of ${counting.length} left out`}
      </legend>
      {shown.map(({ name }) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={!without.includes(name)}
          title={without.includes(name) ? 'Left out; count the votes again' : 'Leave the votes out'}
          onClick={() => toggle(name)}
        >
          {name}
        </button>
      ))}
      {nHidden > 0 && <Button onClick={() => setShowsAll(true)}>{nHidden} more</Button>}
    </fieldset>
  );
}
