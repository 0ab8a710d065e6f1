import { useRuns } from '@/api/runs';
import { useRankers } from '@/features/library/api/rankers';
import {
  DEPTH_OF_RERANKING,
  DEPTH_OF_SEARCH,
  nextId,
  READY,
  ticked,
  withChanged,
} from '@/features/library/studies/start/draft';
import type { AddedRanker, Draft, ReadyRanker } from '@/features/library/studies/start/draft';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';

const DEEPEST = 10_000;

type Props = Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

type OwnProps = Readonly<{
  own: AddedRanker;
  kinds: readonly string[];
  searching: readonly string[];
  onChange: (part: Partial<AddedRanker>) => void;
  onRemove: () => void;
}>;

/** A search goes deeper than what is re-ranked. */
const withWay = (reranks: boolean) => ({
  reranks,
  depth: reranks ? DEPTH_OF_RERANKING : DEPTH_OF_SEARCH,
});

/** A ranker with a model of one's own; one that cannot search re-ranks. */
function Own({ own, kinds, searching, onChange, onRemove }: OwnProps) {
  const mustReRank = !searching.includes(own.ranker);
  return (
    <fieldset className={styles.own}>
      <legend>{own.name === '' ? 'Another ranker' : own.name}</legend>
      <TextField
        label="Its name in tables"
        value={own.name}
        maxLength={60}
        onChange={(name) => onChange({ name })}
      />
      <SelectField
        label="Ranker"
        options={kinds}
        value={own.ranker}
        onChange={(ranker) =>
          onChange({ ranker, ...withWay(own.reranks || !searching.includes(ranker)) })
        }
      />
      <TextField
        label="Model"
        hint="A folder on the server, or a name on the hub that was fetched before."
        value={own.model}
        spellCheck={false}
        autoCapitalize="none"
        onChange={(model) => onChange({ model })}
      />
      <NumberField
        label="Depth"
        value={own.depth}
        min={1}
        max={DEEPEST}
        onChange={(depth) => onChange({ depth })}
      />
      <CheckField
        label="Re-ranks BM25"
        checked={own.reranks}
        disabled={mustReRank}
        onChange={(reranks) => onChange(withWay(reranks))}
      />
      <p className={buttons.actions}>
        <Button onClick={onRemove}>Remove</Button>
      </p>
    </fieldset>
  );
}

function OwnRankers({ draft, onChange }: Props) {
  const { data } = useRankers();
  if (data === undefined) return null;
  const { added } = draft;
  const kinds = data.rankers.map(({ name }) => name);
  const searching = data.rankers.filter((one) => one.can_retrieve).map(({ name }) => name);
  const next: AddedRanker = {
    id: nextId(added),
    name: '',
    ranker: kinds[0] ?? '',
    model: '',
    reranks: true,
    depth: DEPTH_OF_RERANKING,
  };
  return (
    <>
      {added.map((own) => (
        <Own
          key={own.id}
          own={own}
          kinds={kinds}
          searching={searching}
          onChange={(part) => onChange({ added: withChanged(added, own.id, part) })}
          onRemove={() => onChange({ added: added.filter(({ id }) => id !== own.id) })}
        />
      ))}
      <p className={buttons.actions}>
        <Button onClick={() => onChange({ added: [...added, next] })}>Add another ranker</Button>
      </p>
    </>
  );
}

/** Rankers whose runs were made elsewhere. */
function ImportedRankers({ draft, onChange }: Props) {
  const { data: runs } = useRuns();
  if (runs === undefined) return null;
  const { imported } = draft;
  const names = runs.filter(({ status }) => status === 'complete').map(({ name }) => name);
  return (
    <>
      {imported.map(({ id, name, runs: chosen }) => (
        <fieldset key={id} className={styles.own}>
          <legend>{name === '' ? 'Imported runs' : name}</legend>
          <TextField
            label="Its name in tables"
            value={name}
            maxLength={60}
            onChange={(typed) => onChange({ imported: withChanged(imported, id, { name: typed }) })}
          />
          <MultiField
            label="Its runs, one over the originals and one over each variant"
            options={names}
            value={chosen}
            onChange={(some) => onChange({ imported: withChanged(imported, id, { runs: some }) })}
          />
          <p className={buttons.actions}>
            <Button onClick={() => onChange({ imported: imported.filter((one) => one.id !== id) })}>
              Remove
            </Button>
          </p>
        </fieldset>
      ))}
      <p className={buttons.actions}>
        <Button
          onClick={() =>
            onChange({ imported: [...imported, { id: nextId(imported), name: '', runs: [] }] })
          }
        >
          Add imported runs
        </Button>
      </p>
    </>
  );
}

/** Which rankers. */
export function RankerFields({ draft, onChange }: Props) {
  const keys = Object.keys(READY) as ReadyRanker[];
  return (
    <section className={styles.part} aria-labelledby="rankers">
      <h2 id="rankers">Rankers</h2>
      <ChoiceList legend="Ready">
        {keys.map((key) => (
          <CheckField
            key={key}
            label={READY[key].name}
            hint={READY[key].hint}
            checked={draft.ready.includes(key)}
            onChange={(isOn) => onChange({ ready: ticked(draft.ready, key, isOn) })}
          />
        ))}
      </ChoiceList>
      {draft.ready.includes('rerank') && (
        <NumberField
          label="Passages that MiniLM re-ranks"
          value={draft.depth}
          min={1}
          max={DEEPEST}
          onChange={(depth) => onChange({ depth })}
        />
      )}
      <OwnRankers draft={draft} onChange={onChange} />
      <ImportedRankers draft={draft} onChange={onChange} />
    </section>
  );
}
