import type { CSSProperties } from 'react';
import { gradeTitle } from '@/shared/judging/grades';
import { Prose } from '@/shared/ui/Prose';
import text from '@/shared/styles/text.module.css';
import styles from '@/shared/ui/guideline/GuidelineText.module.css';

type Scale = readonly Readonly<{
  value: number;
  name: string;
  description: string;
  colour: string;
  requires_span: boolean;
}>[];
type Example = Readonly<{
  query?: string;
  passage?: string;
  grade?: number | null;
  explanation?: string;
}>;
type Guideline = Readonly<{ version: number; html: string; examples: readonly Example[] }>;

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

type Props = Readonly<{ setup: Readonly<{ scale: Scale; guideline: Guideline | null }> }>;

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
              <ul role="list" className={styles.examples}>
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
