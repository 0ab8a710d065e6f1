import table from '@/shared/definitions/definitions.json';

type Kind = keyof typeof table;

/** Where a name of the server's is defined, as a page of help and an anchor; a test holds all of them. */
export function definitionOf(kind: Kind, name: string): string | undefined {
  const names: Readonly<Partial<Record<string, string>>> = table[kind];
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

/** Where a measure is defined: under its symbol, whatever its parameters and cutoff. */
export function measureDefinition(measure: string): string | undefined {
  const symbol = /^\w+/.exec(measure)?.[0];
  return symbol === undefined ? undefined : `measures#${symbol.toLowerCase()}`;
}
