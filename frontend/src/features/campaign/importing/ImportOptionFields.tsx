import { CheckField } from '@/shared/ui/fields/CheckField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { FORMS, KINDS } from '@/upload/send/judgments';
import type { ImportOptions } from '@/upload/send/judgments';
import parts from '@/shared/styles/parts.module.css';
import forms from '@/features/campaign/kit/forms.module.css';

type Props = Readonly<{
  options: ImportOptions;
  onChange: (part: Partial<ImportOptions>) => void;
}>;

/** What a file does not say of itself. */
export function ImportOptionFields({ options, onChange }: Props) {
  const isTable = options.format === 'table';
  return (
    <>
      <SelectField
        label="Form of the files"
        options={FORMS}
        value={options.format}
        onChange={(format) => onChange({ format })}
      />
      <SelectField
        label="Who judged"
        hint="Where the file does not say so."
        options={KINDS}
        value={options.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <details className={parts.fold}>
        <summary>More about the files</summary>
        <div className={forms.stack}>
          {isTable && (
            <>
              <TextField
                label="Name of the assessor"
                hint="Where the table has no column for it."
                value={options.assessor}
                onChange={(assessor) => onChange({ assessor })}
              />
              <TextField
                label="Names of its columns"
                hint="Where they differ from ours: query_id=topic,passage_id=doc"
                value={options.columns}
                onChange={(columns) => onChange({ columns })}
              />
            </>
          )}
          <CheckField
            label="Add pairs that the pool lacks"
            hint="As --extend-pool of the command does. Without it such a row refuses the file."
            checked={options.extend_pool}
            onChange={(extends_) => onChange({ extend_pool: extends_ })}
          />
          <CheckField
            label="Add those whose passage has no text, too"
            hint="As --keep-textless of the command does."
            checked={options.keep_textless}
            disabled={!options.extend_pool}
            onChange={(keeps) => onChange({ keep_textless: keeps })}
          />
        </div>
      </details>
    </>
  );
}
