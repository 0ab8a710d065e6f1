import { useState } from 'react';
import { RM3_NUMBERS } from '@/features/ranking/bm25';
import { NumberFields } from '@/features/ranking/components/NumberFields';
import type { FormProps } from '@/features/ranking/components/formProps';

/** Open where something in it is wrong: what is hidden cannot be mended. */
export function Rm3Fold(props: FormProps) {
  const { entered, troubles, change } = props;
  const [isOpen, setOpen] = useState(entered.usesRm3);
  const isWrong = RM3_NUMBERS.some(({ name }) => troubles[name] !== undefined);
  return (
    <details
      className="fold"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>More: expand the queries (RM3{entered.usesRm3 && ' is on'})</summary>
      <label className="choice">
        <input
          type="checkbox"
          checked={entered.usesRm3}
          onChange={({ target }) => change({ usesRm3: target.checked })}
        />
        <span>
          Expand the queries by RM3
          <small>
            A first search finds passages; their most telling terms join the query, and a second
            search ranks by all of them.
          </small>
        </span>
      </label>
      {entered.usesRm3 && <NumberFields {...props} options={RM3_NUMBERS} />}
    </details>
  );
}
