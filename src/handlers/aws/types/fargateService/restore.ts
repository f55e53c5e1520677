import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { applicationAutoScaling as scaling } from '../../calls/applicationAutoScaling.ts';
import { ecs } from '../../calls/ecs.ts';
import { type DescribedService, scalableId, toFargateService } from '../../resources/fargateService.ts';
import { isAllSuspended, readStopTag, type Suspended, suspendedOf } from '../../resources/serviceStop.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { readService } from './reading.ts';

/** Starts the service that was stopped, and no other of its name: as many tasks, and its scaling, as before the stop. */
export async function startService({ restorer, stored: { id, identity, definition } }: Wanted): Promise<Restoring> {
  const before = beforeTheStop(definition as DescribedService);
  if (!before) return refused('the definition does not say how many tasks it had');
  const read = await readService(restorer, id);
  const now = read && toFargateService(read);
  if (!now) return refused(`${id} is gone: only a stopped service can be started`);
  if (now.identity !== identity) return refused(`another service is called ${id} by now (${now.identity})`);
  if (now.status !== 'ACTIVE') return refused(`${id} is ${now.status ?? 'in a state that is not known'}`);
  const { desiredCount } = before;
  const start = { cluster: now.clusterName, service: now.serviceName, desiredCount };
  const resume = {
    ServiceNamespace: 'ecs' as const,
    ResourceId: scalableId({ id }),
    ScalableDimension: 'ecs:service:DesiredCount' as const,
    ...(before.suspended && { SuspendedState: { ...before.suspended } }),
  };
  const starts = now.desiredCount === 0;
  const resumes = isAllSuspended(now.scaling) && before.suspended !== undefined && !isAllSuspended(before.suspended);
  const steps: RestoreStep[] = [
    ...(starts
      ? [
          {
            says: `starts ${id} with ${desiredCount} tasks, which cost by the second from then on`,
            command: awsJsonCommand(restorer, 'ecs update-service', start),
          },
        ]
      : []),
    ...(resumes
      ? [
          {
            says: 'resumes its scaling',
            command: awsJsonCommand(restorer, 'application-autoscaling register-scalable-target', resume),
          },
        ]
      : []),
  ];
  if (steps.length === 0) return isThere(id);
  return {
    kind: 'ready',
    id,
    steps,
    afterwards: [],
    async run() {
      const { api } = starts ? ecs.updateService : scaling.registerScalableTarget;
      const done = await restoreBy(restorer, api, `starting ECS service ${id}`, async () => {
        const answers = [
          ...(starts ? [await send(restorer, ecs.updateService, start)] : []),
          ...(resumes ? [await send(restorer, scaling.registerScalableTarget, resume)] : []),
        ];
        return requestIdOf(answers[0]);
      });
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}

/** A definition that was stored after the stop has the tag, and the tag what was before. @param one as JSON has it: dates are texts */
function beforeTheStop({
  service,
  scalableTarget,
}: DescribedService): { readonly desiredCount: number; readonly suspended?: Suspended } | undefined {
  const tag = (service.tags ?? []).find(({ key }) => key === QUARANTINE_TAG)?.value;
  const stop = readStopTag(tag, service.createdAt && new Date(service.createdAt));
  if (stop) return stop;
  const { desiredCount = 0 } = service;
  if (desiredCount < 1) return undefined;
  return { desiredCount, ...(scalableTarget && { suspended: suspendedOf(scalableTarget.SuspendedState) }) };
}
