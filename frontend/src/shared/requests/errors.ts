/** A sentence for each field of a request that was at fault; a field of a field is named `rm3.fb_docs`. */
export type FieldTroubles = Readonly<Record<string, string>>;

type Problem = Readonly<{ code: string; detail: string; fields?: FieldTroubles }>;

/** A request that did not succeed; `detail` is a sentence that can be shown as it is. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly fields: FieldTroubles;
  /** How long the server asks to be left alone; 0 where it does not say. */
  readonly retryAfterMs: number;
  /** What else the answer holds. */
  readonly more: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: FieldTroubles = {},
    retryAfterMs = 0,
    more: Readonly<Record<string, unknown>> = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
    this.retryAfterMs = retryAfterMs;
    this.more = more;
  }
}

/** The server was not reached at all: no network, or nobody answers. */
export const unreachable = (): ApiError =>
  new ApiError(0, 'unreachable', 'The server cannot be reached.');

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'detail' in body &&
  typeof body.code === 'string' &&
  typeof body.detail === 'string';

/** The error in an answer's body, or, where a proxy answered in its own words, one made of the status. */
export function errorFrom(
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): ApiError {
  const waitMs = Number(retryAfter ?? 0) * 1_000 || 0; // a date is no number
  if (isProblem(body)) {
    const { code, detail, fields, ...more } = body;
    return new ApiError(status, code, detail, fields, waitMs, more);
  }
  return new ApiError(
    status,
    'unexpected',
    `The server answered with status ${status}.`,
    {},
    waitMs,
  );
}

export const isSignedOut = (error: ApiError): boolean =>
  error.status === 401 ||
  (error.status === 403 && (error.code === 'not_authenticated' || error.detail.startsWith('CSRF')));

/** Whether the server knows who asks, and does not let them. */
export const isRefused = (error: ApiError): boolean => error.status === 403 && !isSignedOut(error);

/** Whether the same request may succeed when it is sent again a little later. */
export const isPassing = (error: ApiError): boolean =>
  error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status);

/** Whatever was thrown, as an error that can be shown. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError
    ? error
    : new ApiError(-1, 'page', 'Something unexpected went wrong in the page.');

export const sentence = (error: unknown): string => asApiError(error).detail;
