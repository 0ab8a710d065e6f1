/** The API's description, read for people: its operations, and its fields with their types. */

export type Schema = Readonly<{
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  nullable?: boolean;
  default?: unknown;
  enum?: readonly unknown[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}>;

type Contents = Readonly<Record<string, Readonly<{ schema?: Schema }>>>;

type Described = Readonly<{
  operationId: string;
  description?: string;
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ content: Contents }>;
  responses: Readonly<Record<string, Readonly<{ content?: Contents }>>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}>;

type Parameter = Readonly<{
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}>;

export type Description = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

export type Field = Readonly<{ name: string; schema: Schema; isRequired: boolean; about: string }>;

/** What is sent or answered in one format. */
export type Content = Readonly<{ format: string; schema: Schema }>;

export type Operation = Readonly<{
  id: string;
  method: string;
  path: string;
  /** The first part of its path. */
  group: string;
  about: string;
  access: string;
  parameters: readonly Field[];
  bodies: readonly Content[];
  answers: readonly Readonly<{ status: string; contents: readonly Content[] }>[];
}>;

/** Lines that list the values of a choice only repeat its type. */
const withoutValues = (text = ''): string => text.replaceAll(/^\* `[^\n]*$/gm, '').trim();

const contentsOf = (contents: Contents = {}): Content[] =>
  Object.entries(contents).map(([format, { schema = {} }]) => ({ format, schema }));

function accessOf(security: NonNullable<Described['security']>): string {
  const scopes = security.flatMap(({ tokenAuth = [] }) => tokenAuth);
  if (security.some((way) => Object.keys(way).length === 0)) return 'open to all';
  return scopes.length === 0 ? 'sign-in only' : `scope ${scopes.join(', ')}`;
}

const parametersOf = (parameters: readonly Parameter[] = []): Field[] =>
  parameters.map(({ name, schema, required: isRequired = false, description }) => ({
    name,
    schema,
    isRequired,
    about: withoutValues(description),
  }));

/** Every operation, as the description orders them. */
export function operationsOf({ paths }: Description): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({
      id: found.operationId,
      method: method.toUpperCase(),
      path,
      group: path.split('/')[2] ?? '',
      about: found.description ?? '',
      access: accessOf(found.security ?? []),
      parameters: parametersOf(found.parameters),
      bodies: contentsOf(found.requestBody?.content),
      answers: Object.entries(found.responses).map(([status, { content }]) => ({
        status,
        contents: contentsOf(content),
      })),
    })),
  );
}

/** Operations whose address, name, description or access has each of the words. */
export function withWords(operations: readonly Operation[], words: string): readonly Operation[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return operations.filter(({ id, method, path, about, access }) => {
    const text = `${id} ${method} ${path} ${about} ${access}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Operations by their group, in the order of the first of each. */
export function grouped(operations: readonly Operation[]): [string, readonly Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const one of operations) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups];
}

const PREFIX = '#/components/schemas/';

/** The schema that a reference leads to; one part of an `allOf` stands for it. */
export function followed(schema: Schema, all: Description): Schema {
  const [only] = schema.allOf ?? [];
  if (only !== undefined) return followed(only, all);
  if (schema.$ref === undefined) return schema;
  return followed(all.components.schemas[schema.$ref.slice(PREFIX.length)] ?? {}, all);
}

/** The object whose fields a value has, one in a list or under a key included. */
export function objectIn(schema: Schema, all: Description): Schema | null {
  const found = followed(schema, all);
  const { items, additionalProperties: values } = found;
  if (items !== undefined) return objectIn(items, all);
  if (typeof values === 'object') return objectIn(values, all);
  return found.properties === undefined ? null : found;
}

export const fieldsOf = ({ properties = {}, required = [] }: Schema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    about: withoutValues(schema.description),
  }));

const limit = (word: string, value: number | undefined): string =>
  value === undefined ? '' : ` ${word} ${value.toLocaleString('en')}`;

function simpleType({ type, format, enum: values, ...limits }: Schema): string {
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  const name = format === 'date-time' ? 'time' : format === 'binary' ? 'file' : (type ?? 'any');
  const length =
    limit('of at most', limits.maxLength) && `${limit('of at most', limits.maxLength)} characters`;
  return `${name}${length}${limit('from', limits.minimum)}${limit('to', limits.maximum)}`;
}

/** A type in words, such as `list of RunRow`. */
export function typeOf(schema: Schema, all: Description): string {
  const { $ref, allOf, oneOf, items, additionalProperties: values, nullable } = schema;
  if (nullable === true) return `${typeOf({ ...schema, nullable: false }, all)} or null`;
  if (oneOf !== undefined) return oneOf.map((one) => typeOf(one, all)).join(' or ');
  if (allOf?.[0] !== undefined) return typeOf(allOf[0], all);
  if ($ref !== undefined) {
    const target = followed(schema, all);
    return target.properties === undefined ? typeOf(target, all) : $ref.slice(PREFIX.length);
  }
  if (items !== undefined)
    return `list${limit('of at most', schema.maxItems)} of ${typeOf(items, all)}`;
  if (typeof values === 'object') return `object of ${typeOf(values, all)}`;
  return simpleType(schema);
}
