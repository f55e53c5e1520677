/**
 * The steps of every outgoing request, retries included:
 *
 *   SDK: begin ─► serialize ─► retries ─┬─► pace ─► sign ─► guard ─► connection open? ─► HTTP
 *                                       │                              └── a new one: the permit is checked again
 *                                       └── again ◄── throttled: reported to the pacer, for every instance
 *
 * A client with this plug-in sends no command whose input is not of {@link onWire}, nothing that no table of `calls/` lists,
 * nothing that changes something without a permit that is valid at that moment, nothing that changes something at all
 * as `reader`, and as `restorer` nothing but restoring calls, in the one command that may send them.
 */
import type {
  DeserializeMiddleware,
  FinalizeRequestMiddleware,
  HandlerExecutionContext,
  HttpRequest,
  HttpResponse,
  InitializeMiddleware,
  Pluggable,
} from '@smithy/types';
import { PermitError } from '../../../core/common/errors.ts';
import type { PermitGate } from '../../../core/ports/permitGate.ts';
import type { CallBucket } from '../../../core/ports/ports.ts';
import type { Call } from '../calls/call.ts';
import type { DecodedItems } from '../calls/decodedItems.ts';
import { CALLS } from '../calls/index.ts';
import { isThrottled } from './errors.ts';
import { saidTime } from './saidTime.ts';
import type { CallScope, Identity } from './target.ts';
import { decodeOnly } from './xml/decoding.ts';

interface Sending {
  readonly target: CallScope;
  /** `ec2:DescribeImages`: the one call that may be sent. */
  readonly api: string;
  /** The permit of the sending pass, not of the client: a client lives longer. */
  readonly permit: PermitGate | undefined;
  readonly isDryRun: boolean;
  /** With its input the call undoes what it does otherwise. */
  readonly undoes: boolean;
  readonly decoded: DecodedItems | undefined;
}

const byInput = new WeakMap<object, Sending>();
/** The SDK gives all middlewares of one command the same context. */
const byContext = new WeakMap<HandlerExecutionContext, Sending>();
/** Node gives the headers of a request to the agent that opens a connection for it. */
const byHeaders = new WeakMap<object, Sending>();

/**
 * Allows one call, with all its attempts, under the target's pacer and permit.
 * @param decoded absent: all of the answer is
 * @returns a copy of its input: the first command with this object may be sent, and no other
 */
export function onWire<I>(target: CallScope, api: string, input: I, as?: 'dryRun', decoded?: DecodedItems): I {
  const permit = target.identity === 'deleter' ? target.io.permit : undefined;
  const own = Object.assign({}, input);
  const undoes = CALLS.get(api)?.undoesWith?.(own as object) ?? false;
  byInput.set(own, { target, api, permit, isDryRun: as === 'dryRun', undoes, decoded });
  return own;
}

/** @returns what is decoded of the answer to a command with this input, until it is sent: two that differ have different answers */
export function decodedFor(input: object): DecodedItems | undefined {
  return byInput.get(input)?.decoded;
}

/** Below the SDK's retries: each attempt waits for its rate and asks its permit anew. */
// The SDK's own type for a plug-in that fits any client.
// biome-ignore lint/suspicious/noExplicitAny: commands' input and output differ, and nothing here looks at them
export function wirePlugin(identity: Identity): Pluggable<any, any> {
  return {
    applyToStack: (stack) => {
      stack.add(begin, { name: 'holystoneBegin', step: 'initialize', priority: 'high' });
      stack.addRelativeTo(pace, { name: 'holystonePace', relation: 'before', toMiddleware: 'httpSigningMiddleware' });
      stack.add(guard(identity), { name: 'holystoneGuard', step: 'finalizeRequest', priority: 'low' });
      stack.add(hearTime, { name: 'holystoneHearsTime', step: 'deserialize', priority: 'low' });
    },
  };
}

const begin: InitializeMiddleware<object, object> = (next, context) => async (args) => {
  const sending = byInput.get(args.input);
  if (!sending) throw ofNoPass(context);
  // A second command with this input is another call.
  byInput.delete(args.input);
  byContext.set(context, sending);
  if (sending.decoded) decodeOnly(context, sending.decoded);
  return next(args);
};

const pace: FinalizeRequestMiddleware<object, object> = (next, context) => async (args) => {
  const { target, api } = sendingOf(context);
  const bucket = bucketOf(inTable(api), target);
  const { pacer, signal } = target.io;
  await pacer.take(bucket, signal);
  try {
    return await (pacer.around?.({ ...bucket, api }, () => next(args)) ?? next(args));
  } catch (error) {
    if (isThrottled(error)) await pacer.throttled(bucket);
    throw error;
  }
};

/** Also an error says the time. */
const hearTime: DeserializeMiddleware<object, object> = (next, context) => async (args) => {
  const result = await next(args);
  const time = saidTime(args.request as HttpRequest, result.response as HttpResponse);
  if (time) sendingOf(context).target.io.times?.heard(time.by, time.at);
  return result;
};

/** Runs directly before the request is sent. If it throws `PermitError`, the request was not sent. */
const guard =
  (identity: Identity): FinalizeRequestMiddleware<object, object> =>
  (next, context) =>
  async (args) => {
    const operation = operationOf(context);
    const sending = sendingOf(context);
    const { api, target, isDryRun } = sending;
    if (!api.endsWith(`:${operation}`)) throw new PermitError(`${operation} was sent as ${api}; it was stopped`);
    if (target.identity !== identity) throw new PermitError(`${operation} was sent by the wrong identity`);
    target.io.signal.throwIfAborted();
    const why = isDryRun ? noDryRun(identity, args.request) : refusal(sending);
    if (why !== undefined) throw stopped(api, why);
    byHeaders.set((args.request as HttpRequest).headers, sending);
    return next(args);
  };

/**
 * For the moment when the connection of this request is open: by then its permit may have ended.
 * @param headers of the request, the object that the guard has seen
 */
export function checkAgain(headers: object | undefined): () => void {
  const sending = headers && byHeaders.get(headers);
  if (!sending) throw new PermitError('a request was stopped before it was sent: it has not passed the guard');
  return () => {
    const why = sending.isDryRun ? undefined : refusal(sending);
    if (why !== undefined) throw stopped(sending.api, why);
  };
}

function stopped(api: string, why: string): PermitError {
  return new PermitError(`${api} was stopped before it was sent: ${why}`);
}

/** The reason why this call must not be sent now; `undefined`: it may. */
function refusal({ target: { identity, io }, api, permit, ...sending }: Sending): string | undefined {
  const { effect, marks, undoes = sending.undoes } = inTable(api);
  if (effect === 'reads') return undefined;
  if (identity === 'reader') return 'the reading identity may only read';
  if (identity === 'restorer') {
    if (effect !== 'restores' && !undoes) return 'the restoring identity may only restore';
    return io.mayRestore ? undefined : 'only `holystone restore --yes` may restore';
  }
  if (effect === 'protects' || marks || sending.undoes) return undefined;
  if (effect === 'restores') return 'only the restoring identity may restore';
  return permit === undefined ? 'this pass may not delete' : permit.denies();
}

/** The effect of a call that no table lists is unknown, so it is stopped. */
function inTable(api: string): Call {
  const call = CALLS.get(api);
  if (!call) throw new PermitError(`${api} was stopped before it was sent: it is in no table of calls`);
  return call;
}

/** A dry run deletes nothing: EC2 checks the flag first. This reads the flag from the exact body that is sent. */
function noDryRun(identity: Identity, request: unknown): string | undefined {
  if (identity === 'reader') return 'the reading identity may only read';
  const { body } = request as HttpRequest;
  const flag = typeof body === 'string' ? new URLSearchParams(body).getAll('DryRun') : [];
  return flag.length === 1 && flag[0] === 'true' ? undefined : 'a dry run must carry DryRun';
}

function sendingOf(context: HandlerExecutionContext): Sending {
  const sending = byContext.get(context);
  if (!sending) throw ofNoPass(context);
  return sending;
}

function ofNoPass(context: HandlerExecutionContext): PermitError {
  return new PermitError(`${operationOf(context)} was stopped before it was sent: it belongs to no pass`);
}

function operationOf({ commandName }: HandlerExecutionContext): string {
  return (commandName ?? 'a command').replace(/Command$/, '');
}

/** AWS's token bucket for a call in the target's account and region. */
export function bucketOf({ api, rate }: Call, { account, region }: Pick<CallScope, 'account' | 'region'>): CallBucket {
  const { capacity, refillPerSecond, bucket = api } = rate;
  return { account: account.id ?? account.name, location: region, api: bucket, capacity, refillPerSecond };
}
