import { RM3_NUMBERS } from '@/features/library/parameters/bm25';
import { Fold } from '@/features/library/parameters/Fold';
import { NumberFields } from '@/features/library/parameters/NumberFields';
import type { FormProps } from '@/features/library/parameters/formProps';
import { CheckField } from '@/shared/ui/fields/CheckField';

/** Whether queries are expanded, and how. */
export function Rm3Fold(props: FormProps) {
  const { entered, troubles, change } = props;
  const isWrong = RM3_NUMBERS.some(({ name }) => troubles[name] !== undefined);
  return (
    <Fold
      title={`expand the queries (RM3${entered.usesRm3 ? ' is on' : ''})`}
      startsOpen={entered.usesRm3}
      isWrong={isWrong}
    >
      <CheckField
        label="Expand the queries by RM3"
        hint="A first search finds passages; their most telling terms join the query, and a second search ranks by all of them."
        checked={entered.usesRm3}
        onChange={(usesRm3) => change({ usesRm3 })}
      />
      {entered.usesRm3 && <NumberFields {...props} options={RM3_NUMBERS} />}
    </Fold>
  );
}
