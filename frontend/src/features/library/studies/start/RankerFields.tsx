import type { ReactNode } from 'react';
import { useRuns } from '@/api/runs';
import { useRankers } from '@/features/library/api/runs';
import {
  DEPTH_OF_RERANKING,
  DEPTH_OF_SEARCH,
  READY,
  nextId,
  ticked,
  withChanged,
} from '@/features/library/studies/start/draft';
import type { Draft, ReadyRanker } from '@/features/library/studies/start/draft';
import { Button } from '@/shared/ui/forms/Button';
import { CheckField } from '@/shared/ui/fields/CheckField';
import { ChoiceList } from '@/shared/ui/fields/ChoiceList';
import { MultiField } from '@/shared/ui/fields/MultiField';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { TextField } from '@/shared/ui/fields/TextField';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/library/studies/start/start.module.css';

const DEPTHS = { min: 1, max: 10_000 };

type Props = Readonly<{ draft: Draft; onChange: (part: Partial<Draft>) => void }>;

type ListProps<One> = Readonly<{
  all: readonly One[];
  /** What one is called until it has a name. */
  unnamed: string;
  /** What the button that adds one says. */
  verb: string;
  /** One as it is added. */
  blank: Omit<One, 'id' | 'name'>;
  onChange: (all: readonly One[]) => void;
  /** The fields of one, beside its name. */
  children: (one: One, change: (part: Partial<One>) => void) => ReactNode;
}>;

/** Rankers that are added one by one, each with a name for the tables. */
function RankerList<One extends Readonly<{ id: number; name: string }>>(props: ListProps<One>) {
  const { all, unnamed, verb, blank, onChange, children } = props;
  return (
    <>
      {all.map((one) => {
        const { id, name } = one;
        const change = (part: Partial<One>): void => onChange(withChanged(all, id, part));
        return (
          <fieldset key={id} className={styles.own}>
            <legend>{name === '' ? unnamed : name}</legend>
            <TextField
              label="Its name in tables"
              value={name}
              maxLength={60}
              onChange={(typed) => onChange(withChanged(all, id, { name: typed } as Partial<One>))}
            />
            {children(one, change)}
            <p className={buttons.actions}>
              <Button onClick={() => onChange(all.filter((other) => other !== one))}>Remove</Button>
            </p>
          </fieldset>
        );
      })}
      <p className={buttons.actions}>
        <Button onClick={() => onChange([...all, { ...blank, id: nextId(all), name: '' } as One])}>
          {verb}
        </Button>
      </p>
    </>
  );
}

/** A search goes deeper than what is re-ranked. */
const withWay = (reranks: boolean) => ({
  reranks,
  depth: reranks ? DEPTH_OF_RERANKING : DEPTH_OF_SEARCH,
});

/** Rankers with a model of one's own; one that cannot search re-ranks. */
function OwnRankers({ draft, onChange }: Props) {
  const { data } = useRankers();
  if (data === undefined) return null;
  const kinds = data.rankers.map(({ name }) => name);
  const mustReRank = (kind: string): boolean =>
    !data.rankers.some(({ name, can_retrieve: searches }) => name === kind && searches);
  return (
    <RankerList
      all={draft.added}
      unnamed="Another ranker"
      verb="Add another ranker"
      blank={{ ranker: kinds[0] ?? '', model: '', ...withWay(true) }}
      onChange={(added) => onChange({ added })}
    >
      {(own, change) => (
        <>
          <SelectField
            label="Ranker"
            options={kinds}
            value={own.ranker}
            onChange={(kind) =>
              change({ ranker: kind, ...withWay(own.reranks || mustReRank(kind)) })
            }
          />
          <TextField
            label="Model"
            hint="A folder on the server, or a name on the hub that was fetched before."
            value={own.model}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(model) => change({ model })}
          />
          <NumberField
            label="Depth"
            {...DEPTHS}
            value={own.depth}
            onChange={(depth) => change({ depth })}
          />
          <CheckField
            label="Re-ranks BM25"
            checked={own.reranks}
            disabled={mustReRank(own.ranker)}
            onChange={(reranks) => change(withWay(reranks))}
          />
        </>
      )}
    </RankerList>
  );
}

/** Rankers whose runs were made elsewhere. */
function ImportedRankers({ draft, onChange }: Props) {
  const { data: runs } = useRuns();
  if (runs === undefined) return null;
  return (
    <RankerList
      all={draft.imported}
      unnamed="Imported runs"
      verb="Add imported runs"
      blank={{ runs: [] }}
      onChange={(imported) => onChange({ imported })}
    >
      {(one, change) => (
        <MultiField
          label="Its runs, one over the originals and one over each variant"
          options={runs.filter(({ status }) => status === 'complete').map(({ name }) => name)}
          value={one.runs}
          onChange={(chosen) => change({ runs: chosen })}
        />
      )}
    </RankerList>
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
          {...DEPTHS}
          value={draft.depth}
          onChange={(depth) => onChange({ depth })}
        />
      )}
      <OwnRankers draft={draft} onChange={onChange} />
      <ImportedRankers draft={draft} onChange={onChange} />
    </section>
  );
}
