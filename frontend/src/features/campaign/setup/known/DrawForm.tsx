import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import type { LabelSet } from '@/api/types';
import { useAvailable } from '@/features/campaign/api/setup';
import type { DrawRequest } from '@/features/campaign/api/setup';
import { MOST } from '@/features/campaign/policy/serving';
import { findKnown, gradesOfLabels } from '@/features/campaign/setup/draft/known';
import { inOrder } from '@/features/campaign/setup/draft/scale';
import type { ChoosingProps } from '@/features/campaign/setup/draft/stepProps';
import { counted, formatCount } from '@/shared/format/numbers';
import { gradeTitle } from '@/shared/judging/grades';
import { asApiError } from '@/shared/requests/errors';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Button } from '@/shared/ui/forms/Button';
import fields from '@/features/campaign/setup/draft/fields.module.css';
import text from '@/shared/styles/text.module.css';

const MOST_DRAWN = 1000;
const N_FIRST = 6;
const NO_GRADE = { value: '', label: 'leave out' };

type Props = ChoosingProps & Readonly<{ labels: readonly [LabelSet, ...LabelSet[]] }>;

/** Pairs at random of those that a label set grades, spread over grades and topics. */
export function DrawForm({ draft, kind, pool, onAdd, labels }: Props) {
  const [name, setName] = useState(labels[0].name);
  const [entered, setEntered] = useState<number | null>(null);
  const [seed, setSeed] = useState(1);
  const [own, setOwn] = useState<Readonly<Record<number, number | null>>>({});
  const chosen = labels.find((one) => one.name === name) ?? labels[0];
  const scale = draft.grades.map(({ value }) => value);
  const { scale: values, min_relevance: from } = chosen;
  const usual = gradesOfLabels(values, from, scale);
  const gradeOf = (value: number): number | null =>
    (value in own ? own[value] : usual[value]) ?? null;
  const grades = values.flatMap((value) => {
    const grade = gradeOf(value);
    return grade === null || !scale.includes(grade) ? [] : [{ value, grade }];
  });
  const taken = draft.known.map(({ query_id, passage_id }) => ({ query_id, passage_id }));
  const request: Omit<DrawRequest, 'n'> = {
    ...pool,
    labels: chosen.name,
    draw_seed: seed,
    grades,
    taken,
  };
  const { data: counts } = useAvailable(request);
  const nOf = (value: number): number =>
    counts?.available.find((one) => one.value === value)?.n ?? 0;
  const nUsable = grades.reduce((sum, { value }) => sum + nOf(value), 0);
  const n = entered ?? Math.max(1, Math.min(N_FIRST, nUsable));
  const {
    mutate,
    data: drawn,
    error,
    isPending,
    reset,
  } = useMutation({
    mutationFn: () => post('/api/pools/draw', {}, { ...request, n }),
    onSuccess: ({ pairs }) => onAdd(pairs.map((pair) => ({ ...pair, kind, explanation: '' }))),
  });
  const options = inOrder(draft.grades).map((one) => ({
    value: String(one.value),
    label: gradeTitle(one.value, one.name),
  }));
  return (
    <>
      <div className={fields.row}>
        <SelectField
          label="Label set"
          options={labels.map((one) => one.name)}
          value={chosen.name}
          onChange={(other) => {
            setName(other);
            setOwn({});
            reset();
          }}
        />
        <NumberField
          label="Pairs to draw"
          hint={counts === undefined ? '' : `of ${formatCount(nUsable)} in the pool`}
          value={n}
          min={1}
          max={MOST_DRAWN}
          trouble={error === null ? null : asApiError(error).detail}
          onChange={(wanted) => {
            setEntered(wanted);
            reset();
          }}
        />
        <NumberField
          label="Seed"
          value={seed}
          min={0}
          max={MOST}
          onChange={(other) => {
            setSeed(other);
            reset();
          }}
        />
      </div>
      <div className={fields.row} role="group" aria-label="Grade for each label">
        {values.map((value) => (
          <SelectField
            key={value}
            label={`Label ${value}`}
            hint={`${counted(nOf(value), 'pair')} in the pool`}
            options={[NO_GRADE, ...options]}
            value={String(gradeOf(value) ?? '')}
            onChange={(grade) => {
              setOwn({ ...own, [value]: grade === '' ? null : Number(grade) });
              reset();
            }}
          />
        ))}
      </div>
      <p className={text.note}>
        The same number of each grade where the labels have as many, from as many topics as
        possible.
      </p>
      <Button look="second" disabled={isPending || nUsable === 0} onClick={() => mutate()}>
        Draw {counted(n, 'pair')}
      </Button>
      {drawn?.pairs.every((pair) => findKnown(draft.known, pair) !== undefined) && (
        <p role="status">{counted(drawn.pairs.length, 'pair')} drawn, in the list above.</p>
      )}
    </>
  );
}
