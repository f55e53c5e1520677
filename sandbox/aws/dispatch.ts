import { randomUUID } from 'node:crypto';
import { AwsError } from './collections/errors.ts';
import type { FaultRule } from './collections/faults.ts';
import { inPagesOf, pageNumber } from './collections/paging.ts';
import type { Sandbox } from './sandbox.ts';
import { commonError } from './services/commonErrors.ts';
import type { Caller } from './services/identities.ts';
import { actionOf, unauthorized } from './services/permissions.ts';
import type { Encoded, WireRequest } from './wire/format.ts';
import { keepInput, withKept } from './wire/keptInputs.ts';
import type { Operation, Service } from './wire/service.ts';

/** The answer, and how completely it is sent. */
export interface Answer extends Encoded {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string;
  readonly delivery: 'whole' | 'truncated' | 'cutOff' | 'blank' | 'dropped' | 'never';
}

type Input = Readonly<Record<string, unknown>>;
interface Outcome {
  readonly output?: Record<string, unknown>;
  readonly error?: AwsError;
  readonly delivery: Answer['delivery'];
}

/** Resolves after this number of milliseconds, or at once when the sandbox closes. */
export type Wait = (ms: number) => Promise<void>;

/** Answers one request: authenticates, authorises, applies faults, executes it and logs it. */
export async function dispatch(sandbox: Sandbox, request: WireRequest, wait: Wait): Promise<Answer> {
  const requestId = randomUUID();
  const service = serviceFor(sandbox, request);
  const name = service.operationOf(request);
  const known = { requestId, service, name };
  let caller: Caller | undefined;
  let input: Input = {};
  let fault: FaultRule | undefined;
  let outcome: Outcome;
  try {
    caller = sandbox.identities.authenticate(request.headers, service.protocol);
    const operation = service.operation(name) ?? notImplemented(service, name);
    input = operation.decode(request);
    fault = admit(sandbox, caller, operation, input);
    if (fault?.kind === 'slow') await wait(fault.delayMs ?? 1000);
    outcome = perform(sandbox, caller, request, operation, input, fault);
  } catch (error) {
    outcome = { error: asAwsError(error), delivery: 'whole' };
  }
  remember(sandbox, known, request, input);
  log(sandbox, known, caller, input, outcome, fault);
  const { contentType } = service;
  const { headers, ...encoded } = encode(known, outcome);
  const date = new Date(sandbox.now()).toUTCString();
  return {
    ...encoded,
    headers: { ...headers, date, server: 'holystone-sandbox' },
    contentType,
    requestId,
    delivery: outcome.delivery,
  };
}

/** By the names in the request (`X-Amz-Target`, `Version`), else by the signing name. */
function serviceFor(sandbox: Sandbox, request: WireRequest): Service {
  const signedFor = ({ signingName }: Service) =>
    request.headers.authorization?.includes(`/${signingName}/aws4_request`) === true;
  const found = sandbox.services.find((service) => service.claims(request)) ?? sandbox.services.find(signedFor);
  const fallback = sandbox.services[0];
  if (!found && !fallback) throw new Error('the sandbox plays no service');
  return (found ?? fallback) as Service;
}

function notImplemented({ protocol }: Service, name: string): never {
  throw commonError('noOperation', protocol, `The action ${name} is not played by this sandbox`);
}

/** Checks throttling first, then the fault for this call, if any. */
function admit(sandbox: Sandbox, caller: Caller, { name, tokens }: Operation, input: Input): FaultRule | undefined {
  const subject = { operation: name, account: caller.account.id, region: caller.region, input };
  if (!sandbox.throttle.admit({ ...subject, service: caller.service })) throw throttled(caller);
  return sandbox.faults.strike({ ...subject, page: pageNumber(input[tokens.sent ?? '']) });
}

function perform(
  sandbox: Sandbox,
  caller: Caller,
  { method }: WireRequest,
  operation: Operation,
  input: Input,
  fault: FaultRule | undefined,
): Outcome {
  const action = actionOf(caller.service, operation.name, method);
  switch (fault?.kind) {
    case 'throttle':
      throw throttled(caller);
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
  const denied = actionsOf(action, input).find((one) => sandbox.permissions.denies(caller, one));
  if (denied) throw unauthorized(caller, denied);
  // A test may deny one operation of several that share an action in IAM.
  if (sandbox.permissions.denies(caller, `${caller.service}:${operation.name}`)) throw unauthorized(caller, action);
  if (fault?.kind === 'empty') return { output: emptyOutput(operation), delivery: 'whole' };
  const handled = handle(sandbox, caller, operation, input, fault);
  const output = fault?.kind === 'leaveOut' ? lessThan(handled, fault.message ?? '') : handled;
  const { sent = '', answered } = operation.tokens;
  if (fault?.kind === 'repeatToken' && input[sent] !== undefined && answered !== undefined) {
    return { output: { ...output, [answered]: input[sent] }, delivery: 'whole' };
  }
  return { output, delivery: DELIVERIES[fault?.kind ?? ''] ?? 'whole' };
}

/** "No permissions are required to perform this operation": API_GetCallerIdentity. */
const FOR_EVERYBODY = new Set(['sts:GetCallerIdentity']);

/**
 * A request that tags the resource it creates also needs ec2:CreateTags:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/supported-iam-actions-tagging.html
 */
function actionsOf(action: string, { TagSpecifications }: Input): readonly string[] {
  if (FOR_EVERYBODY.has(action)) return [];
  const withTags = action.startsWith('ec2:') && Array.isArray(TagSpecifications) && TagSpecifications.length > 0;
  return withTags ? [action, 'ec2:CreateTags'] : [action];
}

function lessThan(output: object, text: string): Record<string, unknown> {
  const less = (value: unknown) =>
    Array.isArray(value) ? value.filter((item) => !JSON.stringify(item).includes(text)) : value;
  return Object.fromEntries(Object.entries(output).map(([key, value]) => [key, less(value)]));
}

const DELIVERIES: Readonly<Record<string, Answer['delivery']>> = {
  dropAfter: 'dropped',
  truncate: 'truncated',
  cutOff: 'cutOff',
  blank: 'blank',
};

function handle(
  sandbox: Sandbox,
  caller: Caller,
  operation: Operation,
  input: Input,
  fault: FaultRule | undefined,
): Record<string, unknown> {
  const { account, principal, region } = caller;
  const { store } = sandbox;
  const here = store.region(account.id, region);
  const now = new Date(sandbox.now());
  const failsLater = fault?.kind === 'failLater' ? (fault.message ?? 'An internal error has occurred') : undefined;
  const where = { operation: operation.name, account, principal, region };
  const call = { ...where, here, store, ids: store.ids, now, ...(failsLater !== undefined && { failsLater }) };
  // An answer without a token is the whole listing.
  const pageLimit = operation.tokens.answered === undefined ? Number.POSITIVE_INFINITY : store.pageLimit;
  const answer = inPagesOf(pageLimit, () => operation.handle({ ...input }, call));
  const { schema } = operation;
  if (schema && input.DryRun !== true) keepInput(here, caller.service, operation, input, answer);
  // Mutating operations check DryRun themselves, before they act; for reads the order does not matter.
  if (input.DryRun === true) {
    throw new AwsError('DryRunOperation', 'Request would have succeeded, but DryRun flag is set.', 412);
  }
  return schema ? { ...withKept(here, caller.service, schema, answer) } : answer;
}

function emptyOutput(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(operation.lists.map((name) => [name, []]));
}

function throttled({ protocol }: Caller): AwsError {
  return commonError('throttled', protocol, protocol === 'ec2' ? 'Request limit exceeded.' : 'Rate exceeded');
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

function encode({ service, name, requestId }: Known, { output, error }: Outcome): Encoded & { status: number } {
  if (error) return { ...service.encodeError(error, requestId), status: error.status };
  const operation = service.operation(name);
  if (!operation || !output) return { status: 200, body: '' };
  return { status: 200, ...operation.encode(output, requestId) };
}

function remember(sandbox: Sandbox, { requestId, service, name }: Known, { headers }: WireRequest, input: Input): void {
  const execute = () => {
    const operation = service.operation(name) ?? notImplemented(service, name);
    return handle(sandbox, sandbox.identities.authenticate(headers, service.protocol), operation, input, undefined);
  };
  sandbox.repeats.after({ requestId, operation: name, dryRun: input.DryRun === true }, execute);
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
    api: service.id,
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
