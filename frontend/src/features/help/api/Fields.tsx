import { Coded } from '@/features/help/api/Coded';
import { fieldsOf, objectIn, typeOf } from '@/features/help/api/operations';
import type { Description, Field } from '@/features/help/api/operations';
import { Fold } from '@/shared/ui/Fold';
import text from '@/shared/styles/text.module.css';
import styles from '@/features/help/api/api.module.css';

type Props = Readonly<{ fields: readonly Field[]; all: Description }>;

const usual = ({ schema, isRequired }: Field): string => {
  if (isRequired) return ', required';
  return schema.default === undefined ? '' : `, else ${JSON.stringify(schema.default)}`;
};

/** Fields with their types; those of a field are folded, since some hold themselves. */
export function Fields({ fields, all }: Props) {
  return (
    <dl className={styles.fields}>
      {fields.map((field) => {
        const object = objectIn(field.schema, all);
        return (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
            </dt>
            <dd>
              <span className={text.soft}>
                {typeOf(field.schema, all)}
                {usual(field)}
              </span>
              {field.about !== '' && (
                <p>
                  <Coded text={field.about} />
                </p>
              )}
              {object !== null && (
                <Fold summary={`Fields of ${field.name}`}>
                  <Fields fields={fieldsOf(object)} all={all} />
                </Fold>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
