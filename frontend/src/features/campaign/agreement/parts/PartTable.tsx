import type { ReactNode } from 'react';
import type { PartAgreement } from '@/api/types';
import { useAgreementParts } from '@/features/campaign/api/agreement';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { FirstOf } from '@/features/campaign/agreement/parts/FirstOf';
import { Part } from '@/features/campaign/agreement/parts/Part';
import { partColumns } from '@/features/campaign/agreement/parts/partColumns';
import { addressOf } from '@/features/campaign/pairs/search/search';
import { Link } from '@/shared/routing/Link';
import { TableView } from '@/shared/ui/figure/TableView';
import text from '@/shared/styles/text.module.css';

type By = 'stratum' | 'guideline';

const HEADINGS: Readonly<Record<By, string>> = {
  stratum: 'By stratum of the pool',
  guideline: 'By version of the guideline',
};
const COLUMNS: Readonly<Record<By, string>> = { stratum: 'stratum', guideline: 'version' };
const ONLY_ONE: Readonly<Record<By, string>> = {
  stratum: 'All pairs are of one stratum.',
  guideline: 'All votes were given under one version of the guideline.',
};

type Props = Readonly<{ campaignId: number; by: By; choice: Choice }>;

const nameOf = ({ name }: PartAgreement): string => (name === '' ? 'none' : name);

/** Agreement within each stratum, or under each version of the guideline. */
export function PartTable({ campaignId, by, choice }: Props) {
  const query = useAgreementParts(campaignId, { by }, choice);
  const show = (part: PartAgreement): ReactNode =>
    by === 'guideline' ? (
      nameOf(part)
    ) : (
      <Link to={`/campaigns/${campaignId}/pairs${addressOf({ stratum: part.name })}`}>
        {nameOf(part)}
      </Link>
    );
  return (
    <section aria-labelledby={by}>
      <h3 id={by}>{HEADINGS[by]}</h3>
      <Part query={query} waiting="Comparing">
        {({ rows: groups, n }) =>
          groups.length < 2 ? (
            <p className={text.soft}>{ONLY_ONE[by]}</p>
          ) : (
            <>
              <FirstOf shown={groups.length} n={n} />
              <TableView
                table={{
                  name: HEADINGS[by],
                  columns: partColumns(COLUMNS[by], groups, show),
                  rows: groups,
                }}
              />
            </>
          )
        }
      </Part>
    </section>
  );
}
