import { counted } from '@/shared/format/numbers';
import type { Option } from '@/shared/ui/fields/SelectField';

/** A choice of names, each by what it is called on pages. */
export const optionsOf = <Value extends string>(
  names: Readonly<Record<Value, string>>,
): readonly Option<Value>[] =>
  Object.entries<string>(names).map(([value, label]) => ({ value: value as Value, label }));

/** A choice of things by their names, each with how many of a kind it holds; '' is none yet. */
export const sizedOptions = <Row extends Readonly<{ name: string }>>(
  rows: readonly Row[],
  kind: string,
  sizeOf: (row: Row) => number,
  none = 'Choose one',
): readonly Option[] => [
  { value: '', label: none },
  ...rows.map((row) => ({ value: row.name, label: `${row.name} (${counted(sizeOf(row), kind)})` })),
];
