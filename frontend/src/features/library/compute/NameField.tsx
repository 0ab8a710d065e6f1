import { Field } from '@/features/library/parameters/Field';
import type { FormProps } from '@/features/library/parameters/formProps';

type Props = Pick<FormProps, 'change'> & Readonly<{ name: string; trouble: string | undefined }>;

export function NameField({ name, trouble, change }: Props) {
  return (
    <Field
      label="Name of the run"
      className="name"
      trouble={trouble}
      hint="Tables and files show the run under it, for good."
    >
      {(ties) => (
        <input
          {...ties}
          value={name}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => change({ name: target.value }, 'name')}
        />
      )}
    </Field>
  );
}
