import { useState } from 'react';
import { Fields } from '@/features/help/api/Fields';
import { fieldsOf, objectIn, typeOf } from '@/features/help/api/operations';
import type { Content, Description, Operation } from '@/features/help/api/operations';
import { Coded } from '@/features/help/api/Coded';
import { Tag } from '@/shared/ui/Tag';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/help/api/api.module.css';

type ContentProps = Content & Readonly<{ all: Description }>;

function ContentPart({ format, schema, all }: ContentProps) {
  const object = objectIn(schema, all);
  return (
    <>
      <p className={text.note}>
        <code>{format}</code>: {typeOf(schema, all)}
      </p>
      {object !== null && <Fields fields={fieldsOf(object)} all={all} />}
    </>
  );
}

type Props = Readonly<{ one: Operation; all: Description; startsOpen: boolean }>;

function Inside({ one, all }: Omit<Props, 'startsOpen'>) {
  return (
    <>
      {one.parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <Fields fields={one.parameters} all={all} />
        </>
      )}
      {one.bodies.length > 0 && <h3>Body</h3>}
      {one.bodies.map((body) => (
        <ContentPart key={body.format} {...body} all={all} />
      ))}
      {one.answers.map(({ status, contents }) => (
        <div key={status}>
          <h3>Answer {status}</h3>
          {contents.length === 0 && <p className={text.note}>Without a body.</p>}
          {contents.map((content) => (
            <ContentPart key={content.format} {...content} all={all} />
          ))}
        </div>
      ))}
    </>
  );
}

/** One operation as a line; opened, with its parameters, bodies and answers. */
export function OperationPart({ one, all, startsOpen }: Props) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      id={one.id}
      className={styles.operation}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.address}>
          <b>{one.method}</b> <code>{one.path}</code> <Tag>{one.access}</Tag>
        </span>
        <span className={styles.about}>
          <Coded text={one.about} />
        </span>
      </summary>
      {isOpen && <Inside one={one} all={all} />}
    </details>
  );
}
