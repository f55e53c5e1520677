import { AutoScalingClient } from '@aws-sdk/client-auto-scaling';
import { EC2Client } from '@aws-sdk/client-ec2';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { Account } from '../../src/core/workConfiguration.ts';
import type { Io, Scope } from '../../src/handlers/handler.ts';
import { startSandbox } from '../../src/sandbox/aws/index.ts';
import { ID, OTHER_ID, REGION, scopeOf, testEffects } from '../integration/handlers/fixture.ts';
import type { Moto } from './moto.ts';

/** One AWS, empty, with an administrator's clients to fill it and a handler's effects to look at it. */
export interface World {
  readonly ec2: EC2Client;
  readonly autoScaling: AutoScalingClient;
  io(change?: Partial<Io>): Io;
  scope<P>(parameters: P): Scope<P>;
  close(): Promise<void>;
}

const ROLES = ['admin', 'reader', 'deleter'];

export async function openSandbox(): Promise<World> {
  const sandbox = await startSandbox({
    accounts: [
      { id: ID, roles: ROLES },
      { id: OTHER_ID, roles: ROLES },
    ],
  });
  const keys = sandbox.control.accounts()[0]?.accessKeys[0];
  return worldAt(sandbox.url, keys?.accessKeyId ?? '', keys?.secretAccessKey ?? '', () => sandbox.close());
}

export async function openMoto(moto: Moto & { kind: 'running' }): Promise<World> {
  await moto.reset();
  return worldAt(moto.url, 'AKIAIOSFODNN7EXAMPLE', 'secret', async () => {});
}

function worldAt(url: string, accessKeyId: string, secretAccessKey: string, close: () => Promise<void>): World {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const admin = {
    region: REGION,
    credentials: fromTemporaryCredentials({ params: { RoleArn: roleArn(ID, 'admin') } }),
  };
  const ec2 = new EC2Client(admin);
  const autoScaling = new AutoScalingClient(admin);
  const { io, destroy } = testEffects();
  const accounts = [accountOf('test', ID), accountOf('other', OTHER_ID)];
  return {
    ec2,
    autoScaling,
    io,
    scope: (parameters) => scopeOf(parameters, { account: accounts[0] as Account, accounts }),
    async close() {
      for (const client of [ec2, autoScaling]) client.destroy();
      destroy();
      await close();
    },
  };
}

function roleArn(id: string, role: string): string {
  return `arn:aws:iam::${id}:role/${role}`;
}

function accountOf(name: string, id: string): Account {
  const roles = { readRole: roleArn(id, 'reader'), deleteRole: roleArn(id, 'deleter') };
  return { name, provider: 'aws', id, ...roles, locations: [REGION] };
}
