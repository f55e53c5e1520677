import type { IncomingHttpHeaders } from 'node:http';
import type { AwsError } from '../collections/errors.ts';
import type { OperationSchema } from './schema.ts';

/** A request as received. */
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
  /** In addition to the headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The status of a success; default 200. */
  readonly status?: number;
}

/** Reads one operation's input and writes its output. */
export interface Codec {
  /** Refuses input that AWS refuses: missing members or wrong types. */
  decode(request: WireRequest): Record<string, unknown>;
  encode(output: Record<string, unknown>, requestId: string): Encoded;
}

/** The format of one service's requests and answers. */
export interface Format {
  readonly contentType: string;
  /** Does the request name exactly this service? Without a name the signing name decides. */
  claims(request: WireRequest): boolean;
  /** Name of the requested operation; for an unknown one, a text for the log. */
  operationOf(request: WireRequest): string;
  codec(schema: OperationSchema): Codec;
  encodeError(error: AwsError, requestId: string): Encoded;
}
