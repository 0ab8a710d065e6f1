/** "3 Partial", or just "3" where a scale gave its grades no names. */
export const gradeTitle = (value: number, name: string): string =>
  name === `${value}` ? name : `${value} ${name}`;
