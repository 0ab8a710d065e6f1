import { useEffect, useRef } from 'react';
import type { JudgingSetup, Notice } from '@/api/types';
import { ErrorText } from '@/shared/ui/requests/ErrorText';
import { Link } from '@/shared/routing/Link';
import { GuidelineText } from '@/shared/ui/guideline/GuidelineText';
import { OwnEnglish } from '@/features/judging/guideline/OwnEnglish';
import { useConsent } from '@/features/judging/api/setup';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { Prose } from '@/shared/ui/Prose';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/guideline/ConsentPage.module.css';
import frame from '@/features/judging/frame/frame.module.css';
import topbar from '@/features/judging/frame/topbar.module.css';

type Props = Readonly<{ setup: JudgingSetup; notice: Notice }>;

/** What is recorded, and the assessor's agreement. */
export default function ConsentPage({ setup, notice }: Props) {
  const { campaign, progress } = setup;
  const { mutate, error, isPending } = useConsent(campaign.id, notice.version);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={frame.judging}>
      <header className={topbar.topbar}>
        <Link to="/" className={topbar.leave} aria-label="Regrade, your work">
          Regrade
        </Link>
        <span className={styles.campaign}>{campaign.name}</span>
        <AppearanceMenu />
      </header>
      <main className={cx(frame.column, styles.column)}>
        <h1 ref={heading} tabIndex={-1}>
          {progress.n_judged === 0 ? 'Before the first passage' : 'Before you go on'}
        </h1>
        <Prose html={notice.html} />
        <OwnEnglish campaignId={setup.campaign.id} before={setup.english_level} />
        <details>
          <summary>Scale and guideline</summary>
          <h2 className={text.visuallyHidden}>Guideline</h2>
          <GuidelineText setup={setup} />
        </details>
        <div className={styles.agreement}>
          <ErrorText error={error} />
          <p className={buttons.actions}>
            <Button look="primary" onClick={() => mutate()} disabled={isPending}>
              I agree
            </Button>
            <Link to="/">Not now</Link>
          </p>
        </div>
      </main>
    </div>
  );
}
