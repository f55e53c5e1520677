import { QUARANTINE_TAG } from '../../src/core/mark/quarantine.ts';
import { serviceStopTag } from '../../src/handlers/aws/resources/serviceStop.ts';
import {
  addService,
  CLUSTER,
  FARGATE_SERVICE_KEPT,
  FARGATE_SERVICE_USERS,
  fargateServices,
  serviceArn,
} from '../support/graph/fargateServices.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default, and each from another second. */
function old() {
  made += 1;
  return { name: `kit-${made}`, createdAt: new Date(Date.now() - 100 * 86_400_000 + 1000 * made) };
}

export const fargateService: Kit = {
  type: 'fargateService',
  make: (control, place, count) =>
    times(count, old).map(({ name, createdAt }) => addService(control, place, name, { createdAt })),
  gone: (control, place, id) => control.remove(place, 'ecsService', serviceArn(id.split('/')[1] ?? '', place)),
  tagged(control, place, tags) {
    const { name, createdAt } = old();
    const list = Object.entries(tags).map(([key, value]) => ({ key, value }));
    return addService(control, place, name, { createdAt, tags: list });
  },
  othersMayUse: true,
  users: usersOf(fargateServices, {
    nodes: [...FARGATE_SERVICE_USERS.map(() => 'plain' as const), ...FARGATE_SERVICE_KEPT],
    users: FARGATE_SERVICE_USERS.map((user, to) => ({ user, to })),
  }),
  listing: {
    call: 'ecs:ListServices',
    size: 100,
    asks: { maxResults: 100 },
    also: [
      'ecs:ListClusters',
      'elasticloadbalancing:DescribeTargetGroups',
      'application-autoscaling:DescribeScalableTargets',
      'application-autoscaling:DescribeScheduledActions',
    ],
  },
  reads: { call: 'ecs:DescribeServices' },
  leftOut: 'unknown',
  deleting: {
    call: 'ecs:UpdateService',
    bucket: 'ecs:*',
    input: (id) => ({ cluster: CLUSTER, service: id.split('/')[1], desiredCount: 0 }),
    done: 'deleted',
    dryRun: false,
    ready(control, place, id) {
      const arn = serviceArn(id.split('/')[1] ?? '', place);
      const one = control.state(place).ecsServices.find((service) => service.serviceArn === arn);
      if (!one?.createdAt || one.desiredCount === 0) return;
      const [{ id: deployment = '' } = {}] = one.deployments ?? [];
      const stop = { at: Date.now(), desiredCount: one.desiredCount ?? 1, deployment };
      const tag = { key: QUARANTINE_TAG, value: serviceStopTag(stop, one.createdAt) };
      const tags = [...(one.tags ?? []), tag];
      control.update(place, 'ecsService', arn, { desiredCount: 0, runningCount: 0, tags });
    },
  },
};
