import type { IncomingHttpHeaders } from 'node:http';
import type { AwsError } from '../collections/errors.ts';
import type { OperationSchema } from './schema.ts';

/** A request as it came in. */
export class WireRequest {
  readonly method: string;
  /** Without the query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  #form: URLSearchParams | undefined;

  constructor(method: string, url: string, headers: IncomingHttpHeaders, body: string) {
    const [path = '/', query = ''] = url.split('?');
    this.method = method;
    this.path = path;
    this.query = new URLSearchParams(query);
    this.headers = headers;
    this.body = body;
  }

  /** The body as a form. */
  get form(): URLSearchParams {
    this.#form ??= new URLSearchParams(this.body);
    return this.#form;
  }
}

/** A part of an answer. */
export interface Encoded {
  readonly body: string;
  /** Beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a success; default 200. */
  readonly status?: number;
}

/** How one operation's input is read and its output written. */
export interface Codec {
  /** Refuses what AWS refuses: what is missing or of the wrong type. */
  decode(request: WireRequest): Record<string, unknown>;
  encode(output: Record<string, unknown>, requestId: string): Encoded;
}

/** How the requests and answers of one service look. */
export interface Format {
  readonly contentType: string;
  /** Does the request name this very service? Where none is named, what it is signed for tells. */
  claims(request: WireRequest): boolean;
  /** Name of the operation that is asked for; something for the log where there is none of that name. */
  operationOf(request: WireRequest): string;
  codec(schema: OperationSchema): Codec;
  encodeError(error: AwsError, requestId: string): Encoded;
}
