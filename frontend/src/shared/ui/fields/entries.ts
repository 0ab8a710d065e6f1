/** Ties fields to entries of a form: `<TextField label="Name" {...entry('name')} />`. */
export const entriesOf =
  <Values extends object>(values: Values, change: (part: Partial<Values>) => void) =>
  <Name extends keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]): void =>
      change({ [name]: value } as unknown as Partial<Values>),
  });
