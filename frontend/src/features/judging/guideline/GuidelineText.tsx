import type { CSSProperties } from 'react';
import type { Guideline, JudgingSetup } from '@/api/types';
import { gradeTitle } from '@/shared/gradeTitle';
import { Prose } from '@/shared/ui/Prose';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/judging/guideline/GuidelineText.module.css';

type Scale = JudgingSetup['scale'];
type Example = Guideline['examples'][number];

const inColour = (colour: string): CSSProperties => ({ '--grade': colour }) as CSSProperties;

function ExampleView({ example, scale }: Readonly<{ example: Example; scale: Scale }>) {
  const grade = scale.find(({ value }) => value === example.grade);
  return (
    <li style={grade && inColour(grade.colour)}>
      <p className={text.soft} dir="auto">
        {example.query}
      </p>
      <blockquote dir="auto">{example.passage}</blockquote>
      <p>
        {grade !== undefined && <b>{gradeTitle(grade.value, grade.name)}. </b>}
        {example.explanation}
      </p>
    </li>
  );
}

type Props = Readonly<{ setup: Pick<JudgingSetup, 'scale' | 'guideline'> }>;

/** The scale in words, then the guideline and its examples. */
export function GuidelineText({ setup: { scale, guideline } }: Props) {
  return (
    <>
      <dl className={styles.scale}>
        {scale.map(({ value, name, description, colour, requires_span: needsHighlights }) => (
          <div key={value} style={inColour(colour)}>
            <dt>{gradeTitle(value, name)}</dt>
            <dd>
              {description}
              {needsHighlights && (
                <span className={text.soft}> Highlight the words that answer.</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {guideline !== null && (
        <>
          <Prose html={guideline.html} />
          {guideline.examples.length > 0 && (
            <section aria-label="Examples">
              <h3>Examples</h3>
              <ul className={styles.examples}>
                {guideline.examples.map((example, i) => (
                  <ExampleView key={i} example={example} scale={scale} />
                ))}
              </ul>
            </section>
          )}
          <p className={text.soft}>Guideline, version {guideline.version}</p>
        </>
      )}
    </>
  );
}
