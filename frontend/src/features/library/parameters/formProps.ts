import type { Entered } from '@/features/library/parameters/request';
import type { FieldName, Troubles } from '@/features/library/parameters/troubles';

export type FormProps = Readonly<{
  entered: Entered;
  troubles: Troubles;
  /** Something else was entered in a field: what was wrong with it is no longer said. */
  change: (part: Partial<Entered>, field?: FieldName) => void;
}>;

/** Ties a field to the entry of its name. */
export const fieldsOf =
  ({ entered, troubles, change }: FormProps) =>
  <Name extends FieldName & keyof Entered>(name: Name) => ({
    value: entered[name],
    trouble: troubles[name],
    onChange: (value: Entered[Name]): void => change({ [name]: value }, name),
  });
