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

  // An interface is asked for without a token: each request makes one.
  if (kind !== 'networkInterface') {
    test('A182 Law 12 AWS shows what the first one made no more → it is said, with a command without its token', async () => {
      const { plan, made } = await restoredOnce();
      aws.control.remove(HERE, kind, made);
      const again = await plan();
      if (again?.kind !== 'ready') throw new Error(JSON.stringify(again));
      const second = await again.run();
      if (second.kind !== 'byHand') throw new Error(JSON.stringify(second));
      expect(second.why).toMatch(`AWS answered with ${made}, which it does not show`);
      expect(JSON.stringify(second.steps)).not.toContain('ClientToken');
    });

    test.each(ended)('A182 it has no tag of its restore, and is %s → it is said', async (State) => {
      const { plan, made } = await restoredOnce();
      aws.control.update(HERE, kind, made, { State, Tags: [] });
      const again = await plan();
      const second = again?.kind === 'ready' ? await again.run() : again;
      expect(second).toMatchObject({
        kind: 'byHand',
        why: expect.stringMatching(new RegExp(`${made} \\(${State}`, 'i')),
      });
    });

    test('A182 it has no tag of its restore, and is there → it is restored', async () => {
      const { plan, made } = await restoredOnce();
      aws.control.update(HERE, kind, made, { Tags: [] });
      const again = await plan();
      expect(again?.kind === 'ready' ? await again.run() : again).toMatchObject({ kind: 'restored', id: made });
    });

    test('A182 another version asked for it with other parameters → it is said, with a command without its token', async () => {
      add();
      const found = (await open().get([id])).get(id);
      if (found?.kind !== 'found') throw new Error(JSON.stringify(found));
      const definition = JSON.parse(JSON.stringify(handler.definition(found.resource as never)));
      await open().delete([found.resource as never]);
      const plan = await open({ mayRestore: true }).restore?.(
        { id, definition } as unknown as StoredDefinition,
        undefined,
      );
      aws.control.addFault({ kind: 'error', operation: creates, code: 'IdempotentParameterMismatch', status: 400 });
      const restored = plan?.kind === 'ready' ? await plan.run() : plan;
      expect(restored).toMatchObject({ kind: 'byHand', why: expect.stringContaining('with other parameters') });
      expect(JSON.stringify(restored)).not.toContain('ClientToken');
    });
  }
});
