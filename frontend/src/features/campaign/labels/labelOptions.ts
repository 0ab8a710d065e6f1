import type { Option } from '@/shared/ui/fields/SelectField';

/** Names of labels to choose from, after what holds while none is chosen. */
export const labelOptions = (none: string, names: readonly string[]): (Option | string)[] => [
  { value: '', label: none },
  ...names,
];
