import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from './errors.ts';
import type { FaultRule } from './faults.ts';
import type { Caller } from './identities.ts';
import { pageNumber } from './paging.ts';
import { unauthorized } from './permissions.ts';
import type { Sandbox } from './sandbox.ts';
import type { Operation, Service } from './wire/service.ts';

/** What goes back, and how well it gets there. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly delivery: 'whole' | 'truncated' | 'cutOff' | 'blank' | 'dropped' | 'never';
}

type Input = Readonly<Record<string, unknown>>;
interface Outcome {
  readonly output?: Record<string, unknown>;
  readonly error?: AwsError;
  readonly delivery: Answer['delivery'];
}

/** Resolves after so many milliseconds, or at once when the sandbox closes. */
export type Wait = (ms: number) => Promise<void>;

/** Answers one request: who asks, what, is it allowed, does something go wrong, do it, log it. */
export async function dispatch(
  sandbox: Sandbox,
  headers: IncomingHttpHeaders,
  body: string,
  wait: Wait,
): Promise<Answer> {
  const requestId = randomUUID();
  const form = new URLSearchParams(body);
  const service = serviceFor(sandbox, form, headers);
  const name = form.get('Action') ?? '';
  const known = { requestId, service, name };
  let caller: Caller | undefined;
  let input: Input = {};
  let fault: FaultRule | undefined;
  let outcome: Outcome;
  try {
    caller = sandbox.identities.authenticate(headers);
    const operation = service.operation(name) ?? notImplemented(name);
    input = operation.decode(form);
    fault = admit(sandbox, caller, name, input);
    if (fault?.kind === 'slow') await wait(fault.delayMs ?? 1000);
    outcome = perform(sandbox, caller, operation, input, fault);
  } catch (error) {
    outcome = { error: asAwsError(error), delivery: 'whole' };
  }
  log(sandbox, known, caller, input, outcome, fault);
  return { ...encode(known, outcome), requestId, delivery: outcome.delivery };
}

/** By `Version`, because a form names nothing else; where it is unknown, by what the request is signed for. */
function serviceFor(sandbox: Sandbox, form: URLSearchParams, headers: IncomingHttpHeaders): Service {
  const version = form.get('Version');
  const found =
    sandbox.services.find((service) => service.version === version) ??
    sandbox.services.find((service) => headers.authorization?.includes(`/${service.signingName}/aws4_request`));
  const fallback = sandbox.services[0];
  if (!found && !fallback) throw new Error('the sandbox plays no service');
  return (found ?? fallback) as Service;
}

/** "The action or operation requested is not valid": InvalidAction, 400, so that clients do not try again. */
function notImplemented(name: string): never {
  throw new AwsError('InvalidAction', `The action ${name} is not played by this sandbox`);
}

/** Throttling comes first, then the fault that strikes this call, if any. */
function admit(sandbox: Sandbox, caller: Caller, operation: string, input: Input): FaultRule | undefined {
  const subject = { operation, account: caller.account.id, region: caller.region, input };
  if (!sandbox.throttle.admit({ ...subject, service: caller.service })) throw throttled(caller.service);
  const token = input.NextToken ?? input.Marker;
  return sandbox.faults.strike({ ...subject, page: pageNumber(token) });
}

function perform(
  sandbox: Sandbox,
  caller: Caller,
  operation: Operation,
  input: Input,
  fault: FaultRule | undefined,
): Outcome {
  const action = `${caller.service}:${operation.name}`;
  switch (fault?.kind) {
    case 'throttle':
      throw throttled(caller.service);
    case 'deny':
      throw unauthorized(caller, action);
    case 'error':
      throw new AwsError(
        fault.code ?? 'InternalError',
        fault.message ?? 'An internal error has occurred',
        fault.status ?? 500,
      );
    case 'drop':
      return { delivery: 'dropped' };
    case 'hang':
      return { delivery: 'never' };
    default:
  }
  if (!FOR_EVERYBODY.has(action) && sandbox.permissions.denies(caller, action)) throw unauthorized(caller, action);
  if (fault?.kind === 'empty') return { output: emptyOutput(operation), delivery: 'whole' };
  const output = handle(sandbox, caller, operation, input);
  if (fault?.kind === 'repeatToken' && input.NextToken !== undefined) {
    return { output: { ...output, NextToken: input.NextToken }, delivery: 'whole' };
  }
  return { output, delivery: DELIVERIES[fault?.kind ?? ''] ?? 'whole' };
}

/** "No permissions are required to perform this operation": API_GetCallerIdentity. */
const FOR_EVERYBODY = new Set(['sts:GetCallerIdentity']);

const DELIVERIES: Readonly<Record<string, Answer['delivery']>> = {
  dropAfter: 'dropped',
  truncate: 'truncated',
  cutOff: 'cutOff',
  blank: 'blank',
};

function handle(sandbox: Sandbox, caller: Caller, operation: Operation, input: Input): Record<string, unknown> {
  const { account, principal, region } = caller;
  const { store } = sandbox;
  const here = store.region(account.id, region);
  const now = new Date(sandbox.now());
  const output = operation.handle({ ...input }, { account, principal, region, here, store, now });
  // Mutating operations look at DryRun themselves, before they act; for reads any time is the right one.
  if (input.DryRun === true) {
    throw new AwsError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
  }
  return output;
}

function emptyOutput(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(operation.lists.map((name) => [name, []]));
}

/** EC2: RequestLimitExceeded, 503. The query services: Throttling, 400. Source: their pages of common errors. */
function throttled(service: string): AwsError {
  return service === 'ec2'
    ? new AwsError('RequestLimitExceeded', 'Request limit exceeded.', 503)
    : new AwsError('Throttling', 'Rate exceeded', 400);
}

function asAwsError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new AwsError('InternalFailure', `the sandbox has a bug: ${text}`, 500);
}

interface Known {
  readonly requestId: string;
  readonly service: Service;
  readonly name: string;
}

function encode({ service, name, requestId }: Known, { output, error }: Outcome): { status: number; body: string } {
  if (error) return { status: error.status, body: service.encodeError(error, requestId) };
  const operation = service.operation(name);
  return { status: 200, body: operation && output ? operation.encode(output, requestId) : '' };
}

function log(
  sandbox: Sandbox,
  { requestId, service, name }: Known,
  caller: Caller | undefined,
  input: Input,
  { error, delivery, output }: Outcome,
  fault: FaultRule | undefined,
): void {
  const silent = delivery === 'never' || (delivery === 'dropped' && output === undefined);
  sandbox.log.add({
    at: new Date(sandbox.now()).toISOString(),
    account: caller?.account.id ?? '',
    region: caller?.region ?? '',
    service: service.signingName,
    operation: name,
    principal: caller?.principal.arn ?? '',
    ...(caller?.principal.role === undefined ? {} : { role: caller.principal.role }),
    input,
    requestId,
    status: silent ? 0 : (error?.status ?? 200),
    ...(error === undefined ? {} : { error: error.code }),
    dryRun: input.DryRun === true,
    ...(fault === undefined ? {} : { fault: fault.kind }),
  });
}
