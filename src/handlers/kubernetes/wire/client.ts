/**
 * The way of every request to an API server:
 *
 *   call ─► pace ─► credentials ─► proven place ─► guard ─► HTTP
 *     ▲ └── 401: credentials read again, once
 *     └── reads only: 429, 5xx and broken connections again, after Retry-After where that is short
 *
 * Requests beside GET, and who may send them, are in guard.ts.
 */
import { createHash } from 'node:crypto';
import { PermitError, ReadError } from '../../../core/common/errors.ts';
import type { WireAnswer } from '../../http/exchange.ts';
import { sendAgain } from '../../http/sendAgain.ts';
import { bucketOf, settingsOf } from './account.ts';
import type { Call, CallScope } from './call.ts';
import { Cluster } from './cluster.ts';
import { refusal } from './guard.ts';
import { malformed, readError, refused } from './readError.ts';

/** A page of 500 objects of 1.5 MB each, the most that etcd takes, is larger; none is. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The answer, whatever its status.
 * @throws ReadError when there is none; `PermitError` when it may not be sent; the signal's reason when it is aborted
 */
export async function call(target: CallScope, request: Call): Promise<WireAnswer> {
  const { io, account } = target;
  try {
    const cluster = clusterOf(target);
    const { signal, pacer } = io;
    const throttled = () => pacer.throttled(bucketOf(account));
    const again = { isRead: request.method === 'GET', signal, throttled };
    return await sendAgain(again, () => signed(target, cluster, request));
  } catch (error) {
    if (io.signal.aborted) throw io.signal.reason;
    throw readError(error, request.what, account.name);
  }
}

/**
 * The object of an answer with status 200.
 * @throws ReadError for any other answer
 */
export async function objectOf(target: CallScope, request: Call): Promise<Readonly<Record<string, unknown>>> {
  const answer = await call(target, request);
  if (answer.status !== 200) throw refused(answer, request, target.account.name);
  return objectIn(answer, request, target.account.name);
}

/** @throws ReadError unless it is a JSON object */
export function objectIn(
  { body }: Pick<WireAnswer, 'body'>,
  { what }: Pick<Call, 'what'>,
  account: string,
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // The text is not shown: it may have secrets.
  }
  throw malformed(what, account, 'it is no JSON object');
}

async function signed({ account, io }: CallScope, cluster: Cluster, request: Call): Promise<WireAnswer> {
  const send = async () => {
    const bucket = bucketOf(account);
    await io.pacer.take(bucket, io.signal);
    const { place, server, connections, headers } = await cluster.access(io.clock, io.signal);
    io.signal.throwIfAborted();
    const url = new URL(`${server.pathname.replace(/\/$/, '')}${request.path}`, server);
    const { method, accept = 'application/json', content } = request;
    const wireRequest = {
      ...{ method, url, maxBytes: MAX_BYTES },
      headers: { accept, ...(content ? { 'content-type': content.type } : {}), ...headers },
      ...(content ? { body: content.body } : {}),
    };
    const check = () => {
      const elsewhere = request.proves ? undefined : cluster.unproven(place);
      if (elsewhere !== undefined && method === 'GET') throw new ReadError(elsewhere, { problem: 'wrongAccount' });
      const why = refusal(request, io) ?? elsewhere;
      if (why !== undefined) throw new PermitError(`${method} was stopped before it was sent: ${why}`);
    };
    check();
    const sent = () => connections.send(wireRequest, io.signal, check);
    return io.pacer.around?.({ ...bucket, api: `kubernetes:${method}` }, sent) ?? sent();
  };
  const answer = await send();
  if (answer.status !== 401) return answer;
  cluster.forget();
  return send();
}

/** All passes share it; another file or context makes another. */
export function clusterOf({ account, io }: CallScope): Cluster {
  const settings = settingsOf(account);
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('hex');
  return io.clients.get(`kubernetes/${account.name}/${key}`, () => new Cluster(settings));
}
