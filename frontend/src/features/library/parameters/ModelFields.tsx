import type { ModelRun, Ranker, RankerParameter, Rankers } from '@/api/types';
import { DEPTH } from '@/features/library/parameters/bm25';
import { NumberFields, NumberInput } from '@/features/library/parameters/Bm25Fields';
import { Fold } from '@/features/library/parameters/Fold';
import { fieldsOf } from '@/features/library/parameters/formProps';
import type { FormProps } from '@/features/library/parameters/formProps';
import { changedIn, rerankDepthOf, textOf } from '@/features/library/parameters/model';
import type { ParameterField } from '@/features/library/parameters/troubles';
import { counted, formatCount } from '@/shared/format/numbers';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/library/parameters/parameters.module.css';

type Props = FormProps & Readonly<{ ranker: Ranker; rankers: Rankers }>;

const WHERE = 'a folder on the server, or a name on the hub whose model was fetched there before';

function modelHint({ default_model: usual, kinds_read: kinds }: Ranker): string {
  const reads = kinds.length === 0 ? '' : ` It reads models of the kind ${kinds.join(', ')}.`;
  if (usual === null) return `Needed: ${WHERE}.${reads}`;
  return `Left empty, the one that comes with Regrade (${usual}); else ${WHERE}.${reads}`;
}

const AS_THE_MODEL_SAYS = 'as the model says';

const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** A command’s help text as a sentence. */
const sentenceOf = (help: string): string => `${capitalized(help)}.`;
const fieldOf = (name: string): ParameterField => `parameters.${name}`;

type ParameterProps = FormProps & Readonly<{ parameter: RankerParameter }>;

/** The field of a parameter, made of the server’s description of it. */
function ParameterInput({ parameter, entered, troubles, change }: ParameterProps) {
  const { name, kind, choices, default: usual, help } = parameter;
  const options = kind === 'yes_no' ? ['yes', 'no'] : choices;
  const value = entered.parameters[name] ?? '';
  const field = {
    label: capitalized(name.replaceAll('_', ' ')),
    hint: sentenceOf(help),
    trouble: troubles[fieldOf(name)],
    value,
    onChange: (typed: string): void =>
      change({ parameters: { ...entered.parameters, [name]: typed } }, fieldOf(name)),
  };
  if (kind === 'prompt') return <AreaField {...field} rows={2} placeholder={AS_THE_MODEL_SAYS} />;
  if (options.length === 0)
    return (
      <TextField
        {...field}
        width="choice"
        placeholder={textOf(usual) || AS_THE_MODEL_SAYS}
        inputMode={kind === 'whole' ? 'numeric' : 'text'}
        isVerbatim
      />
    );
  const unsaid = usual === null ? [{ value: '', label: AS_THE_MODEL_SAYS }] : [];
  return (
    <SelectField {...field} options={[...unsaid, ...options]} value={value || textOf(usual)} />
  );
}

/** How texts are read. */
function ParameterFold({ ranker, ...props }: Props) {
  const nChanged = changedIn(props.entered, ranker).length;
  if (ranker.parameters.length === 0) return null;
  return (
    <Fold
      title={`how texts are read${nChanged > 0 ? ` (${counted(nChanged, 'change')})` : ''}`}
      startsOpen={nChanged > 0}
      isWrong={ranker.parameters.some(({ name }) => props.troubles[fieldOf(name)] !== undefined)}
    >
      <div className={styles.fields}>
        {ranker.parameters.map((parameter) => (
          <ParameterInput key={parameter.name} parameter={parameter} {...props} />
        ))}
      </div>
    </Fold>
  );
}

/** How much of a re-ranking a worker takes at once. */
function ChunkFold({ rankers, entered, troubles, change }: Props) {
  const { pairs_per_chunk: usual, pairs_per_chunk_help: help } = rankers;
  const isSaid = entered.pairsPerChunk.trim() !== '';
  return (
    <Fold
      title={`how the work is divided${isSaid ? ' (1 change)' : ''}`}
      startsOpen={isSaid}
      isWrong={troubles.pairs_per_chunk !== undefined}
    >
      <div className={styles.fields}>
        <TextField
          label="Pairs in a chunk"
          hint={`${sentenceOf(help)} Left empty, Regrade takes ${formatCount(usual)}.`}
          trouble={troubles.pairs_per_chunk}
          width="number"
          value={entered.pairsPerChunk}
          placeholder={`${usual}`}
          inputMode="numeric"
          onChange={(pairsPerChunk) => change({ pairsPerChunk }, 'pairs_per_chunk')}
        />
      </div>
    </Fold>
  );
}

/** Every two passages are compared both ways. */
function pairsOf(depth: string): string {
  const n = Number(depth);
  if (!Number.isInteger(n) || n < 2) return '';
  return ` That makes ${counted(n * (n - 1), 'pair')} a topic.`;
}

/** How far down a run is re-ranked. */
function RerankDepth({ ranker, entered, troubles, change }: Props) {
  const depth = rerankDepthOf(entered, ranker);
  const pairs = ranker.compares_pairs ? pairsOf(depth) : '';
  return (
    <div className={styles.fields}>
      <NumberInput
        label="Depth"
        hint={`How many passages of each topic, from the top; those below are left out.${pairs}`}
        trouble={troubles.depth}
        step={1}
        min={1}
        value={depth}
        onChange={(rerankDepth) => change({ rerankDepth }, 'depth')}
      />
    </div>
  );
}

/** How a ranker with a model scores, made of the server’s description of it. */
export function ModelFields(props: Props) {
  const { ranker, rankers, entered } = props;
  const field = fieldsOf(props);
  const isRerank = entered.task === 'rerank';
  return (
    <section aria-labelledby="ranker">
      <h2 id="ranker">{ranker.label}</h2>
      <p className={text.soft}>{ranker.about}</p>
      <div className={styles.model}>
        <TextField label="Model" hint={modelHint(ranker)} isVerbatim {...field('model')} />
        {ranker.takes_passage_model && (
          <TextField
            label="Model for passages"
            hint="Left empty, the same model; DPR has a separate one."
            isVerbatim
            {...field('passage_model')}
          />
        )}
      </div>
      {isRerank ? <RerankDepth {...props} /> : <NumberFields {...props} options={[DEPTH]} />}
      <div className={styles.fields}>
        <SelectField
          label="Precision"
          hint={
            ranker.precisions.length > 1
              ? `${rankers.precision_help}.`
              : 'The only one it computes in.'
          }
          options={ranker.precisions as readonly ModelRun['precision'][]}
          {...field('precision')}
        />
      </div>
      <ParameterFold {...props} key={ranker.name} />
      {isRerank && <ChunkFold {...props} />}
    </section>
  );
}
