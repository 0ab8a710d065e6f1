import { answer, api } from '@/api/client';
import type { paths } from '@/api/schema.gen';

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** The addresses that take a method. */
export type Address<M extends Method = 'get'> = {
  [A in keyof paths]: paths[A] extends Record<M, object> ? A : never;
}[keyof paths];

type Operation<A extends keyof paths, M extends Method> = Required<paths[A]>[M];

type Fields<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;

/** A field that may be left out may also be undefined. */
type Loose<T> = {
  readonly [Key in keyof T]: object extends Pick<T, Key> ? T[Key] | undefined : T[Key];
};

/** What an address holds in braces, and its query. */
export type Params<A extends keyof paths, M extends Method = 'get'> =
  Operation<A, M> extends { parameters: { path?: infer Path; query?: infer Query } }
    ? Loose<Fields<Path> & Fields<Query>>
    : unknown;

type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;

/** The query of a GET. */
export type Query<A extends keyof paths> =
  Operation<A, 'get'> extends { parameters: { query?: infer Asked } } ? NonNullable<Asked> : never;

/** The body of a reply that is no error. */
export type Reply<A extends keyof paths, M extends Method = 'get'> =
  Operation<A, M> extends { responses: infer All }
    ? Json<All[keyof All & (200 | 201 | 202)]>
    : never;

/** The body of a request. */
export type Body<A extends keyof paths, M extends Method = 'post'> =
  Operation<A, M> extends { requestBody?: infer Request } ? Json<NonNullable<Request>> : never;

type Init = Readonly<Pick<RequestInit, 'headers' | 'keepalive' | 'signal'>>;

type Rest<B> = [B] extends [never] ? [body?: undefined, init?: Init] : [body: B, init?: Init];

const request = api.request as unknown as (
  method: Method,
  address: string,
  init: object,
) => Parameters<typeof answer>[0];

/** Puts parameters where the address names them, the others into its query. */
function call<A extends keyof paths, M extends Method>(
  method: M,
  address: A,
  params: object,
  init: object,
) {
  const others = Object.entries(params).filter(([name]) => !address.includes(`{${name}}`));
  const where = { path: params, query: Object.fromEntries(others) };
  const reply = answer(request(method, address, { ...init, params: where }));
  return reply as Promise<Reply<A, M>>;
}

/** The reply of an address to a GET; every type is the schema’s. */
export const get = <A extends Address>(address: A, params: Params<A>, init: Init = {}) =>
  call('get', address, params as object, init);

const sender =
  <M extends Exclude<Method, 'get'>>(method: M) =>
  <A extends Address<M>>(
    address: A,
    params: Params<A, M>,
    ...[body, init]: Rest<Body<A, M>>
  ): Promise<Reply<A, M>> =>
    call(method, address, params as object, { ...init, ...(body !== undefined && { body }) });

export const post = sender('post');
export const put = sender('put');
export const patch = sender('patch');
export const remove = sender('delete');
