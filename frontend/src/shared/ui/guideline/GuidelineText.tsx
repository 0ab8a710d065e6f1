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

/** What each grade means. */
export function ScaleText({ scale }: Readonly<{ scale: Scale }>) {
  return (
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
  );
}

type ExamplesProps = Readonly<{ examples: readonly Example[]; scale: Scale }>;

/** Passages of the guideline with their grades and the reasons; nothing if it has none. */
export function GuidelineExamples({ examples, scale }: ExamplesProps) {
  if (examples.length === 0) return null;
  return (
    <section aria-label="Examples">
      <h3>Examples</h3>
      <ul role="list" className={styles.examples}>
        {examples.map(({ query, passage, grade: value, explanation }, i) => {
          const grade = scale.find((one) => one.value === value);
          return (
            <li key={i} style={grade && inColour(grade.colour)}>
              <p className={text.soft} dir="auto">
                {query}
              </p>
              <blockquote dir="auto">{passage}</blockquote>
              <p>
                {grade !== undefined && <b>{gradeTitle(grade.value, grade.name)}. </b>}
                {explanation}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type Props = Readonly<{ setup: Readonly<{ scale: Scale; guideline: Guideline | null }> }>;

/** The scale in words, then the guideline and its examples. */
export function GuidelineText({ setup: { scale, guideline } }: Props) {
  return (
    <>
      <ScaleText scale={scale} />
      {guideline !== null && (
        <>
          <Prose html={guideline.html} />
          <GuidelineExamples examples={guideline.examples} scale={scale} />
          <p className={text.soft}>Guideline, version {guideline.version}</p>
        </>
      )}
    </>
  );
}
