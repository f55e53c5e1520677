/**
 * The stop of a service: its scaling is suspended, then no task of it is wanted. A tag has whatever its start needs, and is written
 * first: whatever dies in between, the next survey finds it there and undoes or finishes it.
 */
import { PermitError } from '../../../../core/common/errors.ts';
import { QUARANTINE_TAG, type QuarantineOutcome, type QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Before, Quarantining } from '../../../contract/quarantining.ts';
import { applicationAutoScaling as scaling } from '../../calls/applicationAutoScaling.ts';
import { ecs } from '../../calls/ecs.ts';
import { askedInVain } from '../../evidence/services/serviceDemand.ts';
import {
  type DescribedService,
  type FargateServiceResource,
  scalableId,
  toFargateService,
} from '../../resources/fargateService.ts';
import {
  ALL_SUSPENDED,
  isAllSuspended,
  type ServiceStop,
  type Suspended,
  serviceStopTag,
  stayedStopTag,
  suspendedOf,
} from '../../resources/serviceStop.ts';
import { quarantineOne, readAgainLater } from '../../session/deleting.ts';
import { serviceTags } from '../../session/serviceTags.ts';
import type { CallScopes } from '../../session/session.ts';
import { verifyAccount } from '../../wire/account.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { isClientFault } from '../../wire/errors.ts';
import type { CallScope } from '../../wire/target.ts';
import { readService } from './reading.ts';
import { blockedBy } from './safeguards.ts';

/** Quarantine is the stop, and its end the number of tasks and the scaling from before. */
export function quarantineServices({ reader, deleter }: CallScopes): Quarantining<FargateServiceResource> {
  return {
    // ECS has no dry run.
    dryRunDelete: async () => {},
    begin: (service) => quarantineOne(deleter, ecs.updateService.api, () => begin(reader, deleter, service)),
    // Its number of tasks and its scaling are others then.
    isReduced: ({ stop }) => stop !== undefined,
    standing: (service) => standingOf(reader, service),
    release: (service) => release(deleter, service),
    tagAgain: (service, before) => tagAgain(deleter, service, before),
  };
}

async function begin(
  reader: CallScope,
  deleter: CallScope,
  checked: FargateServiceResource,
): Promise<QuarantineOutcome | undefined> {
  const read = await readService(reader, checked.id).catch(readAgainLater);
  if (read === undefined) return { kind: 'gone' };
  if ('kind' in read) return read;
  const now = toFargateService(read);
  if (!now) return { kind: 'refused', reason: 'AWS does not say what it is' };
  if (now.identity !== checked.identity)
    return { kind: 'refused', reason: `another service is called ${checked.id} now (${now.identity})` };
  const { stop, desiredCount } = now;
  if (stop && desiredCount !== 0) {
    await release(deleter, now);
    return { kind: 'retry', afterMs: 0, reason: 'an earlier stop of it was not finished, and is undone first' };
  }
  const why = blockedBy(now) ?? changed(checked, now);
  if (why !== undefined) return { kind: 'refused', reason: why, isInUse: true };
  // The answer to an earlier request was lost.
  return stop ? done(stop, 'none') : stopOf(deleter, now);
}

function changed(checked: FargateServiceResource, now: FargateServiceResource): string | undefined {
  if (now.stop) return undefined;
  if (now.desiredCount !== checked.desiredCount)
    return `${now.desiredCount} of its tasks are wanted now, and ${checked.desiredCount} were`;
  return now.deployment?.id === checked.deployment?.id ? undefined : 'it was deployed meanwhile';
}

async function stopOf(deleter: CallScope, service: FargateServiceResource): Promise<QuarantineOutcome | undefined> {
  const { createdAt, desiredCount = 0, deployment, isScaled, clusterName, serviceName } = service;
  if (!createdAt || !deployment || desiredCount < 1) return { kind: 'refused', reason: 'it is not known what it is' };
  const stop: ServiceStop = {
    at: deleter.io.clock.now(),
    desiredCount,
    deployment: deployment.id,
    ...(isScaled && { suspended: suspendedOf(service.scaling) }),
  };
  await serviceTags.writer(deleter, service).write({ [QUARANTINE_TAG]: serviceStopTag(stop, createdAt) });
  try {
    // Else it raises the number of tasks again.
    if (isScaled && !isAllSuspended(service.scaling)) await setScaling(deleter, service, ALL_SUSPENDED);
    const none = { cluster: clusterName, service: serviceName, desiredCount: 0 };
    const answer = await send(deleter, ecs.updateService, none);
    const is = answer.service;
    const isThis = is?.createdAt?.getTime() === createdAt.getTime() && is.desiredCount === 0;
    return isThis ? done(stop, requestIdOf(answer)) : undefined;
  } catch (error) {
    // It certainly was not stopped: its scaling works on. Where that is not certain, the next read says so.
    const isCertain = error instanceof PermitError || isClientFault(error);
    if (isCertain && !deleter.io.signal.aborted) await putBack(deleter, service, stop, ALL_SUSPENDED);
    throw error;
  }
}

function done({ desiredCount, suspended }: ServiceStop, requestId: string): QuarantineOutcome {
  const scaled = suspended ? '; its scaling is suspended' : '';
  return { kind: 'done', requestId, says: `stopped: none of ${desiredCount} tasks is wanted${scaled}` };
}

async function setScaling(target: CallScope, service: FargateServiceResource, state: Suspended): Promise<void> {
  await send(target, scaling.registerScalableTarget, {
    ServiceNamespace: 'ecs',
    ResourceId: scalableId(service),
    ScalableDimension: 'ecs:service:DesiredCount',
    SuspendedState: { ...state },
  });
}

/** @throws ReadError */
async function standingOf(reader: CallScope, service: FargateServiceResource): Promise<QuarantineStanding> {
  const { stop, runningCount, pendingCount } = service;
  if (!stop) return { kind: 'undone', why: 'its tag of the stop was removed' };
  const why = blockedBy(service);
  if (why !== undefined) return { kind: 'undone', why };
  const demand = await askedInVain(reader, service);
  if (demand !== undefined)
    return { kind: 'undone', why: `somebody asked for it after Holystone stopped it: ${demand}` };
  if (runningCount === 0 && pendingCount === 0) return { kind: 'inEffect' };
  return { kind: 'pending', why: 'its tasks are still being stopped' };
}

/** What Holystone stopped runs again; who has started it meanwhile has said how many tasks. The tag goes last. */
async function release(deleter: CallScope, service: FargateServiceResource): Promise<string> {
  await verifyAccount(deleter);
  const { stop, desiredCount, clusterName, serviceName, tags } = service;
  if (!stop) {
    await serviceTags.writer(deleter, service).remove({ [QUARANTINE_TAG]: tags[QUARANTINE_TAG] ?? '' });
    return 'Holystone did not stop it; only the tag was removed';
  }
  const starts = desiredCount === 0;
  if (starts) {
    const input = { cluster: clusterName, service: serviceName, desiredCount: stop.desiredCount };
    await send(deleter, ecs.updateService, input);
  }
  await putBack(deleter, service, stop, service.scaling);
  return starts ? `started again with ${stop.desiredCount} tasks` : `${desiredCount} of its tasks are wanted`;
}

/** Also of one that somebody has started: its scaling may be suspended still. */
async function tagAgain(
  deleter: CallScope,
  service: FargateServiceResource,
  before: Before,
): Promise<FargateServiceResource | undefined> {
  const { createdAt, desiredCount, isScaled, scaling } = service;
  const stop = stopFrom(service, before);
  if (!stop || !createdAt) return undefined;
  const isSuspended = isScaled && stop.suspended && isAllSuspended(scaling) && !isAllSuspended(stop.suspended);
  if (desiredCount !== 0 && !isSuspended) return undefined;
  const tag = { [QUARANTINE_TAG]: serviceStopTag(stop, createdAt) };
  await serviceTags.writer(deleter, service).write(tag);
  return { ...service, tags: { ...service.tags, ...tag }, stop };
}

/** What its tag said. */
function stopFrom({ identity }: FargateServiceResource, { at, definition }: Before): ServiceStop | undefined {
  const { service, ...rest } = definition as DescribedService;
  const { createdAt } = service;
  // As JSON has it: dates are texts.
  const found = toFargateService({
    ...rest,
    service: { ...service, ...(createdAt && { createdAt: new Date(createdAt) }) },
  });
  if (found?.identity !== identity || found.stop) return found?.identity === identity ? found.stop : undefined;
  const { desiredCount = 0, deployment, isScaled, scaling: state } = found;
  if (!deployment || desiredCount < 1) return undefined;
  return { at, desiredCount, deployment: deployment.id, ...(isScaled && { suspended: suspendedOf(state) }) };
}

/** Its scaling, unless somebody has changed it, and then the tag. */
async function putBack(
  deleter: CallScope,
  service: FargateServiceResource,
  { suspended }: ServiceStop,
  state: FargateServiceResource['scaling'],
): Promise<void> {
  if (service.isScaled && suspended && isAllSuspended(state) && !isAllSuspended(suspended))
    await setScaling(deleter, service, suspended);
  await serviceTags.writer(deleter, service).remove({ [QUARANTINE_TAG]: '' });
}

/** It stays stopped. Without a tag by which whoever starts it later gets its scaling back, that would stay suspended. */
export async function endWatch(deleter: CallScope, service: FargateServiceResource): Promise<void> {
  const { stop, createdAt } = service;
  const value = stop && createdAt && stayedStopTag(stop, createdAt);
  const writer = serviceTags.writer(deleter, service);
  await (value ? writer.write({ [QUARANTINE_TAG]: value }) : writer.remove({ [QUARANTINE_TAG]: '' }));
}
