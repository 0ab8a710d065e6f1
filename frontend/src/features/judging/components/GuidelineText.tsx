import type { CSSProperties } from 'react';
import type { JudgingSetup } from '@/api/types';
import { gradeTitle } from '@/shared/gradeTitle';

type Props = Readonly<{ setup: JudgingSetup }>;

/** The scale in words, then the guideline; its HTML is sanitized by the server. */
export function GuidelineText({ setup: { scale, guideline } }: Props) {
  return (
    <>
      <dl className="scale">
        {scale.map(({ value, name, description, colour }) => (
          <div key={value} style={{ '--grade': colour } as CSSProperties}>
            <dt>{gradeTitle(value, name)}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      {guideline !== null && (
        <>
          <div className="prose" dangerouslySetInnerHTML={{ __html: guideline.html }} />
          <p className="soft">Version {guideline.version}</p>
        </>
      )}
    </>
  );
}
