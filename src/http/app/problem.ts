import { CursorError, messageOf, StoreError, TooManyPatternsError } from '../../core/common/errors.ts';

/** Every error of the API: its code, its status, and its meaning. */
const PROBLEMS = {
  badRequest: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A token is needed' },
  signInFailed: { status: 400, title: 'The sign-in did not succeed' },
  noRights: { status: 403, title: 'You have no rights here' },
  forbidden: { status: 403, title: 'Your rights do not include that' },
  foreignHost: { status: 403, title: 'Only requests to this machine by its own name are allowed' },
  crossSite: { status: 403, title: 'Changes from another site are refused' },
  notFound: { status: 404, title: 'No such page' },
  wrongMethod: { status: 405, title: 'This address does not take that method' },
  unknownNamespace: { status: 404, title: 'The configuration has no such namespace' },
  unknownId: { status: 404, title: 'This id is unknown' },
  unreadId: { status: 409, title: 'No read shows whether this id exists' },
  invalidConfiguration: { status: 422, title: 'The configuration is not valid' },
  conflict: { status: 409, title: 'The state changed meanwhile' },
  tooManyPatterns: { status: 409, title: 'The namespace has as many patterns as it may have' },
  tooLarge: { status: 413, title: 'The request is too large' },
  headersTooLarge: { status: 431, title: 'The address or a header is too large' },
  timeout: { status: 408, title: 'The request took too long' },
  mediaType: { status: 415, title: 'This content type is not supported' },
  tooManyRequests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  upstream: { status: 502, title: 'A required service does not answer' },
  storeUnavailable: { status: 503, title: 'The state store does not answer at the moment' },
} as const satisfies Readonly<Record<string, { status: number; title: string }>>;

/** The errors of the API; each has one status. */
export type ProblemCode = keyof typeof PROBLEMS;

/** One refused input. */
export interface FieldProblem {
  /** The place of the input: `query.limit`, `body.until`. */
  readonly field: string;
  readonly why: string;
}

/** A reply that is not a success. Handlers throw it; the app turns it into problem+json or a page. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly fields: readonly FieldProblem[];

  /** @param detail a sentence for the client's user; never a secret, never a stack trace */
  constructor(code: ProblemCode, detail: string, options: { fields?: readonly FieldProblem[]; cause?: unknown } = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }

  get title(): string {
    return PROBLEMS[this.code].title;
  }
}

/** A 400 that names one field. */
export function invalidField(field: string, why: string): Problem {
  return new Problem('badRequest', `${field}: ${why}`, { fields: [{ field, why }] });
}

/** The part of an error that the client may see; the rest goes to the log. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof StoreError) {
    return new Problem('storeUnavailable', 'As far as known, nothing changed. Try again in a moment.', {
      cause: error,
    });
  }
  if (error instanceof TooManyPatternsError) {
    return new Problem('tooManyPatterns', `Nothing is stored: ${error.message}.`, { cause: error });
  }
  if (error instanceof CursorError) return invalidField('query.cursor', 'is not a cursor from an earlier answer');
  const code = BY_STATUS[statusOf(error)];
  if (code) return new Problem(code, refusalOf(error), { cause: error });
  return new Problem('internal', 'The log has the cause; give the operator the request id.', { cause: error });
}

/** RFC 9457. */
export function problemDocument(problem: Problem, requestId: string): object {
  return {
    type: `urn:holystone:problem:${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    requestId,
    ...(problem.fields.length === 0 ? {} : { errors: problem.fields }),
  };
}

/** The framework's own refusals: unreadable body or address, too large, too many. */
const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'badRequest',
  404: 'notFound',
  413: 'tooLarge',
  414: 'tooLarge',
  415: 'mediaType',
  429: 'tooManyRequests',
};

/** Fastify repeats an unreadable address, and a link in it must not get into a page or a log. */
function refusalOf(error: unknown): string {
  const isBadUrl = error instanceof Error && 'code' in error && error.code === 'FST_ERR_BAD_URL';
  return isBadUrl ? 'The address is not valid percent-encoding.' : messageOf(error);
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}
