import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '@/api/calls';
import { marksOf, readLines, stillBad, withoutAdded } from '@/features/campaign/setup/draft/known';
import type { Trouble } from '@/features/campaign/setup/draft/known';
import { planOf } from '@/features/campaign/setup/draft/request';
import type { ChoosingProps } from '@/features/campaign/setup/draft/stepProps';
import { AreaField } from '@/shared/ui/fields/AreaField';
import { Button } from '@/shared/ui/forms/Button';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import text from '@/shared/styles/text.module.css';

/** Pairs as lines; each bad line stays, with what is wrong with it. */
export function PasteForm({ draft, planned: { preview, draw }, kind, onAdd }: ChoosingProps) {
  const [lines, setLines] = useState('');
  const [bad, setBad] = useState<readonly Trouble[]>([]);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (typed: string) => {
      const values = draft.grades.map(({ value }) => value);
      const { pairs, troubles } = readLines(typed, kind, values, draft.known);
      if (preview === undefined || pairs.length === 0) return { pairs: [], bad: troubles };
      const marks = [...marksOf(draft.known), ...marksOf(pairs.map(({ pair }) => pair))];
      const { faults } = await post(
        '/api/campaigns/plan',
        {},
        { ...planOf(draft, preview, draw), marks },
      );
      const faultOf = (i: number) =>
        faults.find(({ number }) => number === draft.known.length + i + 1);
      const refused = pairs.flatMap(({ line, source }, i) => {
        const fault = faultOf(i);
        return fault === undefined ? [] : [{ line, text: source, reason: fault.reason }];
      });
      return {
        pairs: pairs.filter((_, i) => faultOf(i) === undefined),
        bad: [...troubles, ...refused],
      };
    },
    onSuccess: ({ pairs, bad: found }, typed) => {
      const inOrder = [...found].sort((a, b) => a.line - b.line);
      onAdd(pairs.map(({ pair }) => pair));
      setLines((now) => withoutAdded(now, typed, inOrder));
      setBad(inOrder);
    },
  });
  const shown = stillBad(lines, bad);
  return (
    <>
      <AreaField
        label={`Lines of ${kind} pairs`}
        hint="One per line: query_id, passage_id, grade and, if you like, an explanation."
        rows={4}
        value={lines}
        spellCheck={false}
        placeholder="query_id passage_id grade"
        onChange={setLines}
      />
      {shown.length > 0 && (
        <ul role="alert" className={text.wrong}>
          {shown.map(({ line, reason }) => (
            <li key={line}>
              Line {line}: {reason}.
            </li>
          ))}
        </ul>
      )}
      <ErrorMessage error={error} />
      <Button
        look="second"
        disabled={isPending || lines.trim() === ''}
        onClick={() => mutate(lines)}
      >
        Add these pairs
      </Button>
    </>
  );
}
