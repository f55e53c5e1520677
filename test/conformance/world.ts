import { DescribeSecurityGroupsCommand, DescribeSubnetsCommand, type EC2 } from '@aws-sdk/client-ec2';
import { CreateInstanceProfileCommand, CreateRoleCommand } from '@aws-sdk/client-iam';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { expect } from '@jest/globals';
import { startSandbox } from '../../sandbox/aws/index.ts';
import type { Account } from '../../src/core/policy/workConfiguration.ts';
import type { Call } from '../../src/handlers/aws/calls/call.ts';
import { ALL_CALLS } from '../../src/handlers/aws/calls/index.ts';
import type * as TABLES from '../../src/handlers/aws/calls/tables.ts';
import type { Io, Scope } from '../../src/handlers/contract/handler.ts';
import { ID, OTHER_ID, REGION, scopeOf, testEffects } from '../integration/handlers/fixture.ts';
import { type Compared, comparing } from '../support/comparedWithSdk.ts';
import type { Moto } from './moto.ts';

/** One AWS, empty, with an administrator's clients to fill it and a handler's effects to look at it. */
export interface World extends Clients {
  readonly url: string;
  /** Of another account. */
  readonly elsewhere: EC2;
  /** For programs that are not ours: an administrator of the account that is looked at. */
  environment(): Promise<Readonly<Record<string, string>>>;
  /** Resources of every account. */
  network(): Promise<Network>;
  /** The resources that Batch needs. */
  batchRoles(): Promise<BatchRoles>;
  io(change?: Partial<Io>): Io;
  scope<P>(parameters: P): Scope<P>;
  close(): Promise<void>;
}

interface Network {
  readonly vpc: string;
  readonly subnet: string;
  readonly securityGroup: string;
}

interface BatchRoles {
  readonly serviceRole: string;
  readonly instanceRole: string;
}

/** An administrator's, of every service that Holystone calls. */
type Clients = { readonly [S in keyof typeof TABLES]: ClientIn<(typeof TABLES)[S]> };

/** The client of the calls of a table. */
type ClientIn<T> = T[keyof T] extends Call<infer C, string> ? C : never;

const ROLES = ['admin', 'reader', 'deleter'];

export async function openSandbox(): Promise<World> {
  const sandbox = await startSandbox({
    accounts: [
      { id: ID, roles: ROLES },
      { id: OTHER_ID, roles: ROLES },
    ],
    // No test moves its clock, and moto's are there at once.
    snapshotsTakeMs: 0,
    balancersTakeMs: 0,
  });
  const keys = sandbox.control.accounts()[0]?.accessKeys[0];
  const access = { accessKeyId: keys?.accessKeyId ?? '', secretAccessKey: keys?.secretAccessKey ?? '' };
  return worldAt(sandbox.url, access, { ...TAKEN_FOR_GRANTED, close: () => sandbox.close() });
}

export async function openMoto(moto: Moto & { kind: 'running' }): Promise<World> {
  await moto.reset();
  const access = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'secret' };
  return worldAt(moto.url, access, { network: defaultNetwork, batchRoles: makeBatchRoles, close: async () => {} });
}

interface Own {
  network(clients: Clients): Promise<Network>;
  batchRoles(clients: Clients): Promise<BatchRoles>;
  close(): Promise<void>;
}

/** The sandbox does not ask. */
const TAKEN_FOR_GRANTED = {
  network: async () => ({
    vpc: 'vpc-00000000000000001',
    subnet: 'subnet-00000000000000001',
    securityGroup: 'sg-00000000000000001',
  }),
  batchRoles: async () => ({ serviceRole: roleArn(ID, 'batch'), instanceRole: 'batch' }),
};

/** Moto has one, as accounts of AWS have. */
async function defaultNetwork({ ec2 }: Clients): Promise<Network> {
  const { Subnets } = await ec2.send(new DescribeSubnetsCommand({}));
  const { SubnetId: subnet = '', VpcId: vpc = '' } = Subnets?.[0] ?? {};
  const { SecurityGroups } = await ec2.send(new DescribeSecurityGroupsCommand({}));
  return { vpc, subnet, securityGroup: SecurityGroups?.[0]?.GroupId ?? '' };
}

async function makeBatchRoles({ iam }: Clients): Promise<BatchRoles> {
  const role = await iam.send(new CreateRoleCommand({ RoleName: 'batch', AssumeRolePolicyDocument: '{}' }));
  await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'batch' }));
  return { serviceRole: role.Role?.Arn ?? '', instanceRole: 'batch' };
}

interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

async function worldAt(url: string, { accessKeyId, secretAccessKey }: AccessKey, own: Own): Promise<World> {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_MAX_ATTEMPTS: '1',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const { clients, credentials } = await clientsOf(ID);
  const other = await clientsOf(OTHER_ID);
  const compared: Compared[] = [];
  const { io, destroy } = testEffects((client) => comparing(client, compared));
  const accounts = [accountOf('test', ID), accountOf('other', OTHER_ID)];
  /** Made once. */
  let batchRoles: Promise<BatchRoles> | undefined;
  return {
    ...clients,
    url,
    elsewhere: other.clients.ec2,
    async environment() {
      const { accessKeyId, secretAccessKey, sessionToken = '' } = await credentials();
      return {
        AWS_ENDPOINT_URL: url,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
        AWS_SESSION_TOKEN: sessionToken,
        AWS_DEFAULT_REGION: REGION,
      };
    },
    network: () => own.network(clients),
    batchRoles: () => {
      batchRoles ??= own.batchRoles(clients);
      return batchRoles;
    },
    io,
    scope: (parameters) => scopeOf(parameters, { account: accounts[0] as Account, accounts }),
    async close() {
      for (const client of [...Object.values(clients), ...Object.values(other.clients)]) client.destroy();
      destroy();
      await own.close();
      // Law 1: who reads less than AWS said takes a user for gone.
      expect(compared.map(({ own: read }) => read)).toStrictEqual(compared.map(({ sdk }) => sdk));
    },
  };
}

async function clientsOf(id: string) {
  const credentials = fromTemporaryCredentials({ params: { RoleArn: roleArn(id, 'admin') } });
  // Only S3 knows the last one.
  const settings = { region: REGION, credentials, forcePathStyle: true };
  const loaders = new Map(ALL_CALLS.map(({ service, load }) => [service, load]));
  const made = [...loaders].map(async ([service, load]) => {
    const Client = (await load()) as unknown as new (given: typeof settings) => object;
    return [service, new Client(settings)] as const;
  });
  return { clients: Object.fromEntries(await Promise.all(made)) as unknown as Clients, credentials };
}

function roleArn(id: string, role: string): string {
  return `arn:aws:iam::${id}:role/${role}`;
}

function accountOf(name: string, id: string): Account {
  const settings = { readRole: roleArn(id, 'reader'), deleteRole: roleArn(id, 'deleter') };
  return { name, provider: 'aws', id, settings, locations: [REGION] };
}
