/** Ties fields to entries of a form or an address: `<TextField label="Name" {...entry('name')} />`. */
export const entriesOf =
  <Values extends object, Part extends object>(values: Values, change: (part: Part) => void) =>
  <Name extends keyof Part & keyof Values>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]): void => change({ [name]: value } as unknown as Part),
  });
