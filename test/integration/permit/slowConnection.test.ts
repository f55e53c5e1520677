/** A permit that ends while the connection of its request is still being opened (L59). */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { startRegistry } from '../../../sandbox/registry/server.ts';
import type { PermitGate } from '../../../src/core/ports/permitGate.ts';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';
import { send } from '../../../src/handlers/aws/wire/client.ts';
import type { CallScope } from '../../../src/handlers/aws/wire/target.ts';
import { type Deletion, deleteObject } from '../../../src/handlers/kubernetes/calls/deletions.ts';
import { deleteManifest } from '../../../src/handlers/registry/calls/deletions.ts';
import { type HeldNames, holdNames } from '../../support/heldNames.ts';
import { until } from '../../support/until.ts';
import { account, failureOf, HERE, REGION, startAws, testEffects } from '../handlers/fixture.ts';

const closers: (() => unknown)[] = [];
let names: HeldNames;
afterEach(async () => {
  names.end();
  for (const close of closers.splice(0).reverse()) await close();
});

/** A permit that is valid until it is ended. */
class Permit implements PermitGate {
  #why: string | undefined;
  denies = () => this.#why;
  end(): void {
    this.#why = 'the permit has expired';
  }
}

const kubeconfigOf = (server: string) =>
  JSON.stringify({
    'current-context': 'here',
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'here' } }],
    clusters: [{ name: 'here', cluster: { server } }],
    users: [{ name: 'here', user: {} }],
  });
const STOPPED = { name: 'PermitError', message: expect.stringContaining('the permit has expired') };

test('L59 a registry is reached after the permit has ended: it gets no request', async () => {
  const hub = await startRegistry();
  const effects = testEffects();
  closers.push(
    () => hub.close(),
    () => effects.destroy(),
  );
  const url = hub.url.replace('127.0.0.1', 'localhost');
  const permit = new Permit();
  const target = {
    account: { name: 'hub', provider: 'registry', locations: [], settings: { url } },
    io: effects.io({ permit }),
  };
  names = holdNames();
  const failure = failureOf(deleteManifest(target, 'shop/web', 'v1', ['v1']));
  await names.waiting;
  permit.end();
  names.release();
  expect(await failure).toMatchObject(STOPPED);
  expect(hub.requests).toEqual([]);
});

test('L59 a cluster is reached after the permit has ended: it gets no request', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ method }, answer) => {
    asked.push(method);
    answer.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'holystone-slow-'));
  const effects = testEffects();
  closers.push(
    () => rmSync(folder, { recursive: true }),
    () => server.close(),
    () => effects.destroy(),
  );
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, kubeconfigOf(`http://localhost:${(server.address() as AddressInfo).port}`));
  const permit = new Permit();
  const target = {
    account: { name: 'prod', provider: 'kubernetes', locations: [], settings: { kubeconfig } },
    io: effects.io({ permit }),
  };
  const kind = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', isNamespaced: true };
  names = holdNames();
  const deletion = {
    kind,
    namespace: 'shop',
    name: 'old',
    uid: 'u',
    resourceVersion: '1',
    propagation: 'Foreground',
  } as const;
  const failure = failureOf(deleteObject(target, deletion as unknown as Deletion, false));
  await names.waiting;
  permit.end();
  names.release();
  expect(await failure).toMatchObject(STOPPED);
  expect(asked).toEqual([]);
});

/** An account in the sandbox with these images, at an address whose name is looked up once the role is assumed. */
async function reachedByName(images: readonly string[]) {
  const aws = await startAws();
  closers.push(() => aws.close());
  aws.control.addImages(
    HERE,
    images.map((ImageId) => ({ ImageId })),
  );
  process.env.AWS_ENDPOINT_URL = process.env.AWS_ENDPOINT_URL?.replace('127.0.0.1', 'localhost');
  names = holdNames(() => aws.operations().includes('AssumeRole'));
  const deregister = (ImageId: string, permit: PermitGate) => {
    const io = aws.io({ permit });
    const target: CallScope = { account, accounts: [account], region: REGION, identity: 'deleter', io };
    return send(target, ec2.deregisterImage, { ImageId });
  };
  const deregistered = () => aws.control.calls({ operation: 'DeregisterImage' }).map(({ input }) => input?.ImageId);
  return { deregister, deregistered };
}

const [FIRST, SECOND] = ['ami-00000000000000001', 'ami-00000000000000002'] as const;

test('L59 AWS is reached after the permit has ended: it gets no request', async () => {
  const { deregister, deregistered } = await reachedByName([FIRST]);
  const permit = new Permit();
  const failure = failureOf(deregister(FIRST, permit));
  await names.waiting;
  permit.end();
  names.release();
  expect(await failure).toMatchObject(STOPPED);
  expect(deregistered()).toEqual([]);
});

test.each([
  [FIRST, SECOND],
  [SECOND, FIRST],
])(
  'L59 two passes wait for a connection of one client, and the permit for %s ends: the request for %s leaves',
  async (ended, valid) => {
    const { deregister, deregistered } = await reachedByName([FIRST, SECOND]);
    const permits = { [FIRST]: new Permit(), [SECOND]: new Permit() };
    const sent = Promise.allSettled([FIRST, SECOND].map((image) => deregister(image, permits[image] as Permit)));
    await until('both wait', () => names.count === 2);
    permits[ended]?.end();
    names.release();
    const reasons = (await sent).map((end) => (end.status === 'rejected' ? end.reason : undefined));
    expect(reasons.filter((reason) => reason !== undefined)).toMatchObject([STOPPED]);
    expect(deregistered()).toEqual([valid]);
  },
);
