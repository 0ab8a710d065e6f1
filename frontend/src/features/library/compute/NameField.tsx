import type { FormProps } from '@/features/library/parameters/formProps';
import { TextField } from '@/shared/ui/fields/TextField';
import styles from '@/features/library/compute/compute.module.css';

type Props = Pick<FormProps, 'change'> & Readonly<{ name: string; trouble: string | undefined }>;

export function NameField({ name, trouble, change }: Props) {
  return (
    <div className={styles.name}>
      <TextField
        label="Name of the run"
        trouble={trouble}
        hint="Tables and files show the run under this name."
        value={name}
        autoCapitalize="none"
        spellCheck={false}
        onChange={(entered) => change({ name: entered }, 'name')}
      />
    </div>
  );
}
