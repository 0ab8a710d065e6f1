import { useEffect, useRef } from 'react';
import { Link } from '@/shared/routing/Link';
import type { JudgingSetup, Notice } from '@/api/types';
import { GuidelineText } from '@/features/judging/guideline/GuidelineText';
import { OwnEnglish } from '@/features/judging/guideline/OwnEnglish';
import { useConsent } from '@/features/judging/api/setup';
import { sentence } from '@/shared/errors';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { Prose } from '@/shared/ui/Prose';

type Props = Readonly<{ setup: JudgingSetup; notice: Notice }>;

/** What is recorded, and the assessor's agreement. */
export default function ConsentPage({ setup, notice }: Props) {
  const { campaign, progress } = setup;
  const { mutate, error, isPending } = useConsent(campaign.id, notice.version);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="judging consent">
      <header className="topbar">
        <Link to="/" className="leave" aria-label="Regrade, your work">
          Regrade
        </Link>
        <span className="campaign">{campaign.name}</span>
        <AppearanceMenu />
      </header>
      <main className="column">
        <h1 ref={heading} tabIndex={-1}>
          {progress.n_judged === 0 ? 'Before the first passage' : 'Before you go on'}
        </h1>
        <Prose html={notice.html} />
        <OwnEnglish campaignId={setup.campaign.id} before={setup.english_level} />
        <details>
          <summary>Scale and guideline</summary>
          <GuidelineText setup={setup} />
        </details>
        <div className="agreement">
          {error !== null && <p role="alert">{sentence(error)}</p>}
          <p className="actions">
            <button type="button" onClick={() => mutate()} disabled={isPending}>
              I agree
            </button>
            <Link to="/">Not now</Link>
          </p>
        </div>
      </main>
    </div>
  );
}
