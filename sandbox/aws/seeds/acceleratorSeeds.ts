import type { Accelerator, Attachment } from '@aws-sdk/client-global-accelerator';
import { type Kind, type Making, plainKind, shownInside } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

/** The API of Global Accelerator is only here; the sandbox keeps all accelerators of an account in this Region. */
export const ACCELERATOR_REGION = 'us-west-2';

/** Each inner list is a listener, each member of it an endpoint group with the ids of its endpoints. */
type Endpoints = readonly (readonly { readonly region?: string; readonly endpoints: readonly string[] }[])[];

export interface AcceleratorSeed extends Seed<Accelerator> {
  readonly listeners?: Endpoints;
}

export interface AcceleratorRow {
  readonly accelerator: Accelerator;
  readonly listeners: Endpoints;
}

export const accelerators: Kind<'accelerator', AcceleratorSeed, AcceleratorRow, Accelerator> = {
  name: 'accelerator',
  make({ listeners = [], ...given }, { account, ids, now }) {
    const id = ids.uuid();
    const accelerator = {
      AcceleratorArn: `arn:aws:globalaccelerator::${account.id}:accelerator/${id}`,
      Name: 'accelerator',
      Enabled: true,
      Status: 'DEPLOYED',
      IpAddressType: 'IPV4',
      DnsName: `a${id.slice(0, 8)}.awsglobalaccelerator.com`,
      CreatedTime: now,
      ...given,
    } as Accelerator;
    return { accelerator, listeners };
  },
  keyOf: ({ accelerator }) => accelerator.AcceleratorArn,
  ...shownInside<AcceleratorRow, 'accelerator'>('accelerator'),
};

export const acceleratorAttachments = plainKind('acceleratorAttachment', {
  make: (given: Seed<Attachment>, { account, ids, now }: Making): Attachment => ({
    AttachmentArn: `arn:aws:globalaccelerator::${account.id}:attachment/${ids.uuid()}`,
    Name: 'attachment',
    Principals: [],
    Resources: [],
    CreatedTime: now,
    LastModifiedTime: now,
    ...(given as Partial<Attachment>),
  }),
  keyOf: ({ AttachmentArn }) => AttachmentArn,
});
