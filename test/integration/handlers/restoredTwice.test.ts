/** A second `restore` of what is made again under another id: what the first one made, and what became of it, decide. */
import { describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { Restoring } from '../../../src/core/resource/restoring.ts';
import { natGateway } from '../../../src/handlers/aws/types/natGateway/handler.ts';
import { networkInterface } from '../../../src/handlers/aws/types/networkInterface/handler.ts';
import { vpcEndpoint } from '../../../src/handlers/aws/types/vpcEndpoint/handler.ts';
import { awsForEach, HERE, openGate, scopeOf } from './fixture.ts';

const aws = awsForEach();
const ago = new Date(Date.now() - 100 * 86_400_000);

interface Kind {
  readonly handler: typeof natGateway | typeof vpcEndpoint | typeof networkInterface;
  readonly kind: 'natGateway' | 'networkInterface' | 'vpcEndpoint';
  readonly id: string;
  readonly creates: string;
  add(): unknown;
  readonly ended: readonly string[];
  readonly begun: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  natGateway: {
    handler: natGateway,
    kind: 'natGateway',
    id: 'nat-0123456789abcdef0',
    creates: 'CreateNatGateway',
    add: () =>
      aws.control.addNatGateways(HERE, [
        {
          NatGatewayId: 'nat-0123456789abcdef0',
          CreateTime: ago,
          SubnetId: 'subnet-1',
          NatGatewayAddresses: [{ AllocationId: 'eipalloc-1' }],
        },
      ]),
    ended: ['failed', 'deleting'],
    begun: ['pending'],
  },
  vpcEndpoint: {
    handler: vpcEndpoint,
    kind: 'vpcEndpoint',
    id: 'vpce-0123456789abcdef0',
    creates: 'CreateVpcEndpoint',
    add: () => aws.control.addVpcEndpoints(HERE, [{ VpcEndpointId: 'vpce-0123456789abcdef0', CreationTimestamp: ago }]),
    ended: ['Failed', 'rejected', 'expired'],
    begun: ['pendingAcceptance', 'pending'],
  },
  networkInterface: {
    handler: networkInterface,
    kind: 'networkInterface',
    id: 'eni-0123456789abcdef0',
    creates: 'CreateNetworkInterface',
    add: () =>
      aws.control.addNetworkInterfaces(HERE, [
        { NetworkInterfaceId: 'eni-0123456789abcdef0', SubnetId: 'subnet-1', Status: 'available' },
      ]),
    ended: [],
    begun: [],
  },
};

describe.each(Object.entries(KINDS))('%s', (_type, { handler, kind, id, creates, add, ended, begun }) => {
  const open = (more: object = {}) =>
    handler.open(scopeOf(handler.parameters.parse({}) as never), aws.io({ permit: openGate(), ...more }));

  /** Deletes it, and restores it once. */
  async function restoredOnce() {
    add();
    const session = open();
    const read = (await session.get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
    const definition = JSON.parse(JSON.stringify(handler.definition(read.resource as never)));
    const stored = { id, definition } as unknown as StoredDefinition;
    await session.delete([read.resource as never]);
    const plan = async (): Promise<Restoring | undefined> => open({ mayRestore: true }).restore?.(stored, undefined);
    const ready = await plan();
    const first = ready?.kind === 'ready' ? await ready.run() : ready;
    if (first?.kind !== 'restored') throw new Error(JSON.stringify(first));
    return { plan, made: first.id };
  }
  const requests = () => aws.control.calls({ operation: creates });

  test('A182 what the first one made is there → it is restored, and nothing else is made', async () => {
    const { plan, made } = await restoredOnce();
    if (kind !== 'networkInterface') aws.control.update(HERE, kind, made, { State: 'available' });
    expect(await plan()).toMatchObject({ kind: 'restored', id: made });
    expect(requests()).toHaveLength(1);
  });

  if (begun.length > 0)
    test.each(begun)('A182 what the first one made is %s → it has only begun', async (State) => {
      const { plan, made } = await restoredOnce();
      aws.control.update(HERE, kind, made, { State });
      expect(await plan()).toMatchObject({ kind: 'begun', id: made, says: expect.stringMatching(/is pending/i) });
      expect(requests()).toHaveLength(1);
    });

  if (ended.length > 0)
    test.each(ended)(
      'A182 Law 12 what the first one made is %s → it is said, with a command without its token',
      async (State) => {
        const { plan, made } = await restoredOnce();
        aws.control.update(HERE, kind, made, { State });
        const again = await plan();
        if (again?.kind !== 'byHand') throw new Error(JSON.stringify(again));
        expect(again.why.toLowerCase()).toContain(`${made} (${State.toLowerCase()})`);
        expect(JSON.stringify(again.steps)).not.toContain('ClientToken');
        expect(requests()).toHaveLength(1);
      },
    );
});
