import { useFirstRelevant } from '@/features/campaign/api/setup';
import type { Stratum } from '@/features/campaign/api/setup';
import { MOST } from '@/features/campaign/policy/serving';
import { countTopics, nextStratum } from '@/features/campaign/setup/draft/strata';
import { counted, formatCount } from '@/shared/format/numbers';
import type { FieldTroubles } from '@/shared/requests/errors';
import { NumberField } from '@/shared/ui/fields/NumberField';
import { TextField } from '@/shared/ui/fields/TextField';
import { Button } from '@/shared/ui/forms/Button';
import styles from '@/features/campaign/setup/pool/StrataTable.module.css';
import text from '@/shared/styles/text.module.css';

const MOST_ROWS = 50;

type Props = Readonly<{
  runs: readonly string[];
  labels: string;
  strata: readonly Stratum[];
  troubles: FieldTroubles;
  onChange: (strata: Stratum[]) => void;
}>;

/** From which ranks how many topics are drawn, each row with the topics that it can draw from. */
export function StrataTable({ runs, labels, strata, troubles, onChange }: Props) {
  const { data: found } = useFirstRelevant(runs, labels);
  const mend = (at: number, part: Partial<Stratum>): void =>
    onChange(strata.map((one, i) => (i === at ? { ...one, ...part } : one)));
  return (
    <div>
      {strata.map(({ name, first, last, n }, at) => {
        const trouble = (field: keyof Stratum) => troubles[`sample.strata.${at}.${field}`];
        const available = found === undefined ? null : countTopics(found, first, last);
        const rank = { min: 1, max: MOST };
        return (
          <fieldset key={at} className={styles.row}>
            <legend className={text.visuallyHidden}>Stratum {at + 1}</legend>
            <TextField
              label="Name"
              value={name}
              maxLength={100}
              trouble={trouble('name')}
              onChange={(typed) => mend(at, { name: typed })}
            />
            <NumberField
              label="From rank"
              value={first}
              {...rank}
              trouble={trouble('first')}
              onChange={(typed) => mend(at, { first: typed })}
            />
            <NumberField
              label="To rank"
              value={last}
              {...rank}
              trouble={trouble('last')}
              onChange={(typed) => mend(at, { last: typed })}
            />
            <NumberField
              label="Topics"
              hint={available === null ? '' : `of ${formatCount(available)}`}
              value={n}
              min={0}
              max={MOST}
              trouble={trouble('n')}
              onChange={(typed) => mend(at, { n: typed })}
            />
            {strata.length > 1 && (
              <Button
                look="flush"
                aria-label={`Remove stratum ${at + 1}`}
                onClick={() => onChange(strata.filter((_, i) => i !== at))}
              >
                Remove
              </Button>
            )}
          </fieldset>
        );
      })}
      {found !== undefined && strata.length < MOST_ROWS && (
        <Button look="flush" onClick={() => onChange([...strata, nextStratum(strata, found)])}>
          Add a stratum
        </Button>
      )}
      {found !== undefined && (
        <p className={text.note}>
          The rank is that of a topic’s first relevant passage, the best of the runs.{' '}
          {found.n_without > 0 &&
            `${counted(found.n_without, 'topic')} ${found.n_without === 1 ? 'has' : 'have'} no relevant passage in the runs and cannot be drawn.`}
        </p>
      )}
    </div>
  );
}
