import type { CSSProperties } from 'react';
import type { Guideline, JudgingSetup } from '@/api/types';
import { gradeTitle } from '@/shared/gradeTitle';
import { Prose } from '@/shared/ui/Prose';

type Scale = JudgingSetup['scale'];
type Example = Guideline['examples'][number];

const inColour = (colour: string): CSSProperties => ({ '--grade': colour }) as CSSProperties;

function ExampleView({ example, scale }: Readonly<{ example: Example; scale: Scale }>) {
  const grade = scale.find(({ value }) => value === example.grade);
  return (
    <li style={grade && inColour(grade.colour)}>
      <p className="soft" dir="auto">
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
      <dl className="scale">
        {scale.map(({ value, name, description, colour, requires_span: needsHighlights }) => (
          <div key={value} style={inColour(colour)}>
            <dt>{gradeTitle(value, name)}</dt>
            <dd>
              {description}
              {needsHighlights && <span className="soft"> Highlight the words that answer.</span>}
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
              <ul className="examples">
                {guideline.examples.map((example, i) => (
                  <ExampleView key={i} example={example} scale={scale} />
                ))}
              </ul>
            </section>
          )}
          <p className="soft">Guideline, version {guideline.version}</p>
        </>
      )}
    </>
  );
}
