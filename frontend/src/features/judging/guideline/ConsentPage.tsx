import { useEffect, useRef } from 'react';
import type { JudgingSetup, Notice } from '@/api/types';
import { ErrorMessage } from '@/shared/ui/requests/ErrorMessage';
import { Link } from '@/shared/routing/Link';
import { GuidelineExamples, ScaleText } from '@/shared/ui/guideline/GuidelineText';
import { OwnEnglish } from '@/features/judging/guideline/OwnEnglish';
import { useConsent } from '@/features/judging/api/setup';
import { AppearanceMenu } from '@/shared/ui/AppearanceMenu';
import { Prose } from '@/shared/ui/Prose';
import { cx } from '@/shared/styles/cx';
import { Button } from '@/shared/ui/forms/Button';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/judging/guideline/ConsentPage.module.css';
import frame from '@/features/judging/frame/frame.module.css';
import topbar from '@/features/judging/frame/topbar.module.css';

type Props = Readonly<{ setup: JudgingSetup; notice: Notice }>;

/** The first paragraph of a guideline, without its marks, and whether there is more. */
function beginningOf(html: string): readonly [string, boolean] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const first = body.querySelector('p')?.textContent.trim() ?? '';
  return [first, body.textContent.trim() !== first];
}

/** The task, what is recorded, and the assessor's agreement. */
export default function ConsentPage({ setup, notice }: Props) {
  const { campaign, progress, scale, guideline } = setup;
  const [beginning, hasMore] = beginningOf(guideline?.html ?? '');
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
        <h2>What you do</h2>
        <p>
          You see a query and one passage at a time. Choose the grade that says how well the passage
          answers the query.
        </p>
        <p>{beginning}</p>
        <ScaleText scale={scale} />
        <GuidelineExamples examples={guideline?.examples ?? []} scale={scale} />
        {hasMore && (
          <details>
            <summary>The whole guideline</summary>
            <Prose html={guideline?.html ?? ''} />
          </details>
        )}
        <h2>About your data</h2>
        <Prose html={notice.html} />
        <OwnEnglish campaignId={setup.campaign.id} before={setup.english_level} />
        <div className={styles.agreement}>
          <ErrorMessage error={error} />
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
