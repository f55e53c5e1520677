import type { Instance } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import type { Decoded } from '../../calls/decoded.ts';
import { ec2 } from '../../calls/ec2.ts';
import { templateAlias } from '../../resources/launchAliases.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { aliveState, instancePages } from './instancePages.ts';

/** An instance in any state except `terminated` may run again. */
export const instances: EvidenceSource = {
  name: 'instances',
  summary: 'Instances in every state but `terminated`, by the image and the launch template they were launched from.',
  permissions: permissionsOf(ec2.describeInstances),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(launched(target, 'reading instances'), findingsOf);
  },
};

/**
 * EC2 writes this tag on instances launched from a template; only AWS can write tags with this prefix:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Tags.html
 */
const TEMPLATE_TAG = 'aws:ec2launchtemplate:id';

const MEMBERS = { ImageId: true, InstanceId: true, State: { Name: true }, Tags: true } as const;
const launched = instancePages(MEMBERS);

function findingsOf(instance: Decoded<Instance, typeof MEMBERS>): readonly Finding[] {
  const { ImageId: image, InstanceId, Tags = [] } = instance;
  const state = aliveState(instance);
  if (state === undefined) return [];
  // Every instance was launched from an image: a description without one is incomplete.
  if (!image) throw new ReadError(`instance ${InstanceId} came without an image`, { problem: 'malformed' });
  const { Value: id = '' } = Tags.find(({ Key }) => Key === TEMPLATE_TAG) ?? {};
  const template = templateAlias({ id });
  const by = `instance ${InstanceId} (${state})`;
  return [image, template].flatMap((alias) => (alias ? [unshareStrings<Finding>({ alias, says: 'used', by })] : []));
}
