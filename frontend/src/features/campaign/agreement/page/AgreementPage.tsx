import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Grade } from '@/api/types';
import {
  addressOf,
  changed,
  choiceOf,
  FIRST_RULE,
  optionOf,
  RULE_OPTIONS,
  thresholdOf,
  thresholdOptions,
} from '@/features/campaign/agreement/choice/choice';
import type { Choice } from '@/features/campaign/agreement/choice/choice';
import { useAgreement } from '@/features/campaign/api/agreement';
import { useCampaign } from '@/features/campaign/kit/useCampaign';
import { asApiError, isRefused } from '@/shared/requests/errors';
import { useLocation, useNavigate, useSearchParams } from '@/shared/routing/location';
import { SelectField } from '@/shared/ui/fields/SelectField';
import { Unread } from '@/shared/ui/requests/Unread';
import { Waiting } from '@/shared/ui/requests/Waiting';
import styles from '@/features/campaign/agreement/choice/choice.module.css';
import parts from '@/shared/styles/parts.module.css';
import text from '@/shared/styles/text.module.css';

type ChangeChoice = (part: Parameters<typeof changed>[1]) => void;

/** The choice of the address, and how to change it, which Back undoes. */
function useChoice(): readonly [Choice, ChangeChoice] {
  const { scale } = useCampaign();
  const choice = choiceOf(useSearchParams(), scale);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return [choice, (part) => navigate(`${pathname}${addressOf(changed(choice, part))}`)];
}

type Props = Readonly<{ scale: readonly Grade[]; choice: Choice; onChange: ChangeChoice }>;

/** How votes are compared. */
function ChoiceFields({ scale, choice, onChange }: Props) {
  return (
    <form className={styles.fields} onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Compare"
        width="full"
        options={thresholdOptions(scale)}
        value={optionOf(choice)}
        onChange={(option) => onChange({ threshold: thresholdOf(option) })}
      />
      <SelectField
        label="Answers without a grade"
        width="full"
        options={RULE_OPTIONS}
        value={choice.missing ?? FIRST_RULE}
        onChange={(missing) => onChange({ missing })}
      />
    </form>
  );
}

/** Why there is nothing to compare. */
function NoAgreement({ nVotes }: Readonly<{ nVotes: number | null }>) {
  return (
    <p className={parts.nothing}>
      {nVotes === 0
        ? 'Nobody has judged yet. Agreement shows here once two people have judged the same pair.'
        : 'No pair has two votes yet. Agreement shows here once two people have judged the same pair.'}
    </p>
  );
}

const AllFigures = lazy(() => import('@/features/campaign/agreement/page/AllFigures'));

function Page({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <section aria-labelledby="agreement">
      <h2 id="agreement">Agreement</h2>
      {children}
    </section>
  );
}

/** How far assessors agree, by every coefficient, and what is behind it. */
export default function AgreementPage() {
  const campaign = useCampaign();
  const [choice, change] = useChoice();
  const query = useAgreement(campaign.id, choice);
  const { data, error, isPlaceholderData } = query;
  // Whoever judges here may not see it yet, which is no trouble of the page.
  if (error !== null && isRefused(asApiError(error))) {
    return (
      <Page>
        <p className={parts.nothing}>{asApiError(error).detail}</p>
      </Page>
    );
  }
  if (data === undefined)
    return (
      <Unread of={query} waiting="Comparing the votes" trouble="Agreement cannot be shown now" />
    );
  return (
    <Page>
      <p className={text.soft}>
        How far assessors agree with each other. Votes of models are left out, and so are further
        judgments, which were asked for where grades disagreed.
      </p>
      <ChoiceFields scale={campaign.scale} choice={choice} onChange={change} />
      {data.grades.n_pairs === 0 ? (
        <NoAgreement nVotes={campaign.n_votes} />
      ) : (
        <div aria-busy={isPlaceholderData}>
          <Suspense fallback={<Waiting label="Drawing" />}>
            <AllFigures campaign={campaign} agreement={data} choice={data.asked} />
          </Suspense>
        </div>
      )}
    </Page>
  );
}
