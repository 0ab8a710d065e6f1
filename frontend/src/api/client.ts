import createClient from 'openapi-fetch';
import { ApiError, errorFrom, unreachable } from '@/shared/requests/errors';
import type { paths } from '@/api/schema.gen';

export const api = createClient<paths, 'application/json'>({
  baseUrl: window.location.origin,
  credentials: 'same-origin',
  fetch: (request) => globalThis.fetch(request),
});

export function csrfToken(): string {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('csrftoken='));
  return cookie?.slice('csrftoken='.length) ?? '';
}

api.use({
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('X-CSRFToken', csrfToken());
    return request;
  },
});

type Outcome<Data> = Readonly<{ data?: Data; error?: unknown; response: Response }>;

/** The data of a request, or an `ApiError`. */
export async function answer<Data>(request: Promise<Outcome<Data>>): Promise<Data> {
  let outcome: Outcome<Data>;
  try {
    outcome = await request;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw error instanceof ApiError ? error : unreachable();
  }
  const { ok, status, headers } = outcome.response;
  if (!ok) throw errorFrom(status, outcome.error, headers.get('Retry-After'));
  return outcome.data as Data;
}
