import type { ModelRun, Ranker, Rankers } from '@/api/types';
import { DEPTH } from '@/features/library/parameters/bm25';
import { ChunkFold } from '@/features/library/parameters/ChunkFold';
import { NumberFields } from '@/features/library/parameters/NumberFields';
import { ParameterFields } from '@/features/library/parameters/ParameterFields';
import { RerankDepth } from '@/features/library/parameters/RerankDepth';
import type { FormProps } from '@/features/library/parameters/formProps';
import { TextField } from '@/shared/ui/fields/TextField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ ranker: Ranker; rankers: Rankers }>;

const WHERE = 'a folder on the server, or a name on the hub whose model was fetched there before';

function modelHint({ default_model: usual, kinds_read: kinds }: Ranker): string {
  const reads = kinds.length === 0 ? '' : ` It reads models of the kind ${kinds.join(', ')}.`;
  if (usual === null) return `Needed: ${WHERE}.${reads}`;
  return `Left empty, the one that comes with Regrade (${usual}); else ${WHERE}.${reads}`;
}

const precisionHint = ({ precisions }: Ranker, { precision_help: help }: Rankers): string =>
  precisions.length > 1 ? `${help}.` : 'The only one it computes in.';

type ModelInputProps = FormProps &
  Readonly<{ field: 'model' | 'passage_model'; label: string; hint: string }>;

function ModelInput({ field, label, hint, entered, troubles, change }: ModelInputProps) {
  return (
    <TextField
      label={label}
      hint={hint}
      trouble={troubles[field]}
      value={entered[field]}
      autoCapitalize="none"
      spellCheck={false}
      onChange={(value) => change({ [field]: value }, field)}
    />
  );
}

/** How a ranker with a model scores, made of what the server tells of it. */
export function ModelFields({ ranker, rankers, ...props }: Props) {
  const { entered, troubles, change } = props;
  return (
    <section aria-labelledby="ranker">
      <h2 id="ranker">{ranker.label}</h2>
      <p className={text.soft}>{ranker.about}</p>
      <div className={styles.model}>
        <ModelInput {...props} field="model" label="Model" hint={modelHint(ranker)} />
        {ranker.takes_passage_model && (
          <ModelInput
            {...props}
            field="passage_model"
            label="Model for passages"
            hint="Left empty, the same; DPR has one of its own."
          />
        )}
      </div>
      {entered.task === 'rerank' && <RerankDepth {...props} ranker={ranker} />}
      {entered.task === 'search' && <NumberFields {...props} options={[DEPTH]} />}
      <div className={styles.fields}>
        <SelectField
          label="Precision"
          hint={precisionHint(ranker, rankers)}
          trouble={troubles.precision}
          options={ranker.precisions as readonly ModelRun['precision'][]}
          value={entered.precision}
          onChange={(precision) => change({ precision }, 'precision')}
        />
      </div>
      <ParameterFields {...props} key={ranker.name} ranker={ranker} />
      {entered.task === 'rerank' && <ChunkFold {...props} rankers={rankers} />}
    </section>
  );
}
