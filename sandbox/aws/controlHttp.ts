import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallQuery } from './collections/callLog.ts';
import type { SandboxControl } from './store/control.ts';

export const CONTROL_PATH = '/_sandbox/';

/**
 * `POST /_sandbox/METHOD` with the arguments as a JSON array returns the result as JSON;
 * `GET /_sandbox/calls?after=SEQ&operation=…&account=…&region=…` reads the call log; `GET /_sandbox/health` checks it.
 */
export function answerControl(
  control: SandboxControl,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): void {
  const { status, value } = route(control, request, body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function route(
  control: SandboxControl,
  { method, url = '' }: IncomingMessage,
  body: string,
): { status: number; value: unknown } {
  const { pathname, searchParams } = new URL(url, 'http://sandbox');
  const name = pathname.slice(CONTROL_PATH.length);
  try {
    if (name === 'health') return { status: 200, value: { ok: true } };
    if (method === 'GET' && name === 'calls') return { status: 200, value: control.calls(query(searchParams)) };
    if (method !== 'POST' || !Object.hasOwn(control, name)) return { status: 404, value: { error: 'no such control' } };
    const call = control[name as keyof SandboxControl] as (...args: unknown[]) => unknown;
    return { status: 200, value: call(...(JSON.parse(body) as unknown[])) ?? null };
  } catch (error) {
    return { status: 400, value: { error: error instanceof Error ? error.message : String(error) } };
  }
}

function query(searchParams: URLSearchParams): CallQuery {
  const { after, ...rest } = Object.fromEntries(searchParams);
  return { ...rest, ...(after === undefined ? {} : { after: Number(after) }) };
}
