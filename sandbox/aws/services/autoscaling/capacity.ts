import type { AutoScalingGroup, Instance, LaunchTemplateSpecification } from '@aws-sdk/client-auto-scaling';
import { newInstance, STATE_CODES } from '../../seeds/instanceSeeds.ts';
import { newActivity } from '../../seeds/partSeeds.ts';
import type { Call } from '../../store/call.ts';
import { templateFor } from '../ec2/launchTemplateRows.ts';

/** The group after all launches and terminations for its desired capacity; real groups take minutes. */
export function reconcile(group: AutoScalingGroup, call: Call): AutoScalingGroup {
  const instances = group.Instances ?? [];
  const wanted = group.DesiredCapacity ?? 0;
  for (const { InstanceId } of instances.slice(wanted)) {
    terminate(InstanceId, call);
    record(`Terminating EC2 instance: ${InstanceId}`, group, call);
  }
  const missing = Array.from({ length: Math.max(0, wanted - instances.length) }, () => launch(group, call));
  for (const { InstanceId } of missing) record(`Launching a new EC2 instance: ${InstanceId}`, group, call);
  return { ...group, Instances: [...instances.slice(0, wanted), ...missing] };
}

/**
 * Finishes at once: https://docs.aws.amazon.com/autoscaling/ec2/userguide/ec2-auto-scaling-verify-scaling-activity.html
 */
function record(Description: string, group: AutoScalingGroup, { here, store, now }: Call): void {
  const activity = newActivity({ Description, EndTime: now }, group, store.ids, now);
  here.activities.put(activity.ActivityId ?? '', activity);
}

export function terminateAll(group: AutoScalingGroup, call: Call): void {
  for (const { InstanceId } of group.Instances ?? []) terminate(InstanceId, call);
}

function terminate(id: string | undefined, { here }: Call): void {
  const row = here.instances.get(id ?? '');
  if (!row) return;
  const State = { Code: STATE_CODES.terminated ?? 48, Name: 'terminated' as const };
  here.instances.put(id ?? '', { ...row, instance: { ...row.instance, State } });
}

function launch(group: AutoScalingGroup, call: Call): Instance {
  const { region, store, here } = call;
  const instance = newInstance(
    {
      ImageId: imageOf(group, call),
      Tags: [{ Key: 'aws:autoscaling:groupName', Value: group.AutoScalingGroupName ?? '' }],
    },
    call,
  );
  here.instances.put(instance.InstanceId ?? '', { instance, reservationId: store.ids.next('r') });
  return {
    InstanceId: instance.InstanceId,
    InstanceType: instance.InstanceType,
    AvailabilityZone: `${region}a`,
    LifecycleState: 'InService',
    HealthStatus: 'Healthy',
    ProtectedFromScaleIn: false,
    LaunchConfigurationName: group.LaunchConfigurationName,
    LaunchTemplate: baseTemplate(group),
  };
}

function baseTemplate(group: AutoScalingGroup): LaunchTemplateSpecification | undefined {
  return group.LaunchTemplate ?? group.MixedInstancesPolicy?.LaunchTemplate?.LaunchTemplateSpecification;
}

function imageOf(group: AutoScalingGroup, call: Call): string | undefined {
  const template = baseTemplate(group);
  if (template) return templateFor(template, call).LaunchTemplateData?.ImageId;
  return call.here.launchConfigurations.get(group.LaunchConfigurationName ?? '')?.ImageId;
}
