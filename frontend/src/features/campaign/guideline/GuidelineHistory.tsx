import type { GuidelineVersion } from '@/api/types';
import { counted } from '@/shared/format/numbers';
import { formatClock, formatDay } from '@/shared/format/time';
import { Prose } from '@/shared/ui/Prose';
import { Button } from '@/shared/ui/forms/Button';
import text from '@/shared/styles/text.module.css';
import buttons from '@/shared/styles/buttons.module.css';
import styles from '@/features/campaign/guideline/version.module.css';

type Props = Readonly<{
  campaignId: number;
  versions: readonly GuidelineVersion[];
  /** Puts a version's text into the draft, where one can be written. */
  onTake?: (version: GuidelineVersion) => void;
}>;

export function GuidelineHistory({ campaignId, versions, onTake }: Props) {
  if (versions.length === 0) return <p>None yet.</p>;
  return (
    <section aria-labelledby="versions">
      <h3 id="versions">Published versions</h3>
      {versions.map((version, at) => (
        <details key={version.version} className={styles.version}>
          <summary>
            Version {version.version}
            {at === 0 && ', in force'}{' '}
            <span className={text.soft}>
              · {formatDay(version.published_at)}, {formatClock(version.published_at)}
              {version.examples.length > 0 && ` · ${counted(version.examples.length, 'example')}`}
            </span>
          </summary>
          <Prose html={version.html} />
          <p className={buttons.actions}>
            {onTake !== undefined && (
              <Button onClick={() => onTake(version)}>Use its text as the draft</Button>
            )}
            <a
              className={buttons.plain}
              href={`/api/campaigns/${campaignId}/guidelines/${version.version}`}
              download
              aria-label={`Download version ${version.version}`}
            >
              Download
            </a>
          </p>
        </details>
      ))}
    </section>
  );
}
