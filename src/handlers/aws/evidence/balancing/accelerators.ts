import type { Attachment, EndpointGroup } from '@aws-sdk/client-global-accelerator';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Found } from '../../../contract/collecting.ts';
import { globalAccelerator as api } from '../../calls/globalAccelerator.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { partitionOf } from '../../wire/partition.ts';
import { everyAccount } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';

/** "you must specify the US West (Oregon) Region": https://docs.aws.amazon.com/global-accelerator/latest/api/Welcome.html */
const REGION = 'us-west-2';

/**
 * Standard accelerators, also disabled ones, and endpoints of any weight. The endpoints of custom routing accelerators
 * are subnets. The partitions beside `aws` have no Global Accelerator:
 * https://docs.aws.amazon.com/general/latest/gr/global_accelerator.html
 */
export const accelerators = placeSource({
  name: 'accelerators',
  summary:
    'Endpoint groups of Global Accelerator, by the load balancers and Elastic IP addresses that are their endpoints; and attachments that offer them to accelerators of other accounts.',
  calls: [api.listAccelerators, api.listListeners, api.listEndpointGroups, api.listCrossAccountAttachments],
  places: (scope) =>
    partitionOf(scope.location) === 'aws' ? everyAccount(scope).map((place) => ({ ...place, location: REGION })) : [],
  async find(target, found) {
    for await (const page of pages(target, api.listAccelerators, 'reading accelerators')) {
      for (const { AcceleratorArn, Name } of page) {
        const by = `accelerator ${Name ?? AcceleratorArn ?? 'without ARN'}`;
        await found.attempt(() => readEndpoints(target, found, AcceleratorArn, by).catch(unlessDeleted));
      }
    }
    const attachments = pages(target, api.listCrossAccountAttachments, 'reading attachments of accelerators');
    await found.inPages(attachments, usesOfAttachment);
  },
});

async function readEndpoints(target: CallScope, found: Found, AcceleratorArn: string | undefined, by: string) {
  const listeners = pages(target, api.listListeners, `reading the listeners of ${by}`, { AcceleratorArn });
  for await (const page of listeners) {
    for (const { ListenerArn } of page) {
      const groups = pages(target, api.listEndpointGroups, `reading the endpoint groups of ${by}`, { ListenerArn });
      await found.inPages(groups, (group) => usesOfGroup(group, by));
    }
  }
}

function usesOfGroup(
  { EndpointGroupRegion, EndpointDescriptions = [] }: EndpointGroup,
  accelerator: string,
): Finding[] {
  const by = `${accelerator} (endpoint group in ${EndpointGroupRegion ?? 'a region that is not known'})`;
  return EndpointDescriptions.flatMap(({ EndpointId }) => named(EndpointId, by));
}

/** Accelerators that no configured account has may use it; an attachment without principals offers nothing. */
function usesOfAttachment({ Name, AttachmentArn, Principals = [], Resources = [] }: Attachment): Finding[] {
  if (Principals.length === 0) return [];
  const by = `cross-account attachment ${Name ?? AttachmentArn ?? 'without ARN'} of Global Accelerator`;
  return Resources.flatMap(({ EndpointId }) => named(EndpointId, by));
}

function named(alias: string | undefined, by: string): Finding[] {
  return alias ? [unshareStrings<Finding>({ alias, says: 'used', by })] : [];
}

/** An accelerator or listener that was deleted after its listing has no endpoints. */
function unlessDeleted(error: unknown): void {
  if (!saysNotFound(error)) throw error;
}
