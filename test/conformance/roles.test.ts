/**
 * What `iam-policy` prints for CloudFormation creates roles in moto, which then checks each request against their
 * policies; its Terraform says the same, as another parser reads it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CreateVolumeCommand, DeleteVolumeCommand, DescribeVolumesCommand, EC2Client } from '@aws-sdk/client-ec2';
import {
  CreateAccessKeyCommand,
  CreateUserCommand,
  GetRoleCommand,
  ListAttachedRolePoliciesCommand,
  PutUserPolicyCommand,
} from '@aws-sdk/client-iam';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Statement } from '../../src/handlers/aws/policy/documents.ts';
import { ID, REGION } from '../integration/handlers/fixture.ts';
import { cliHere } from '../support/cliHere.ts';
import { NOT_IN_MOTO } from '../support/mentioning/texts.ts';
import { startMoto } from './moto.ts';
import { pythonProgram } from './python.ts';
import { openMoto, type World } from './world.ts';

const PRINCIPAL = `arn:aws:iam::${ID}:user/holystone`;
const EXTERNAL_ID = 'acme-1';
const readRole = `arn:aws:iam::${ID}:role/holystone-read`;
const deleteRole = `arn:aws:iam::${ID}:role/team/holystone-delete`;
/** Moto knows no condition on the region, which the roles of one account have and those of members lack. */
const ENFORCED = ['--members'];

const moto = await startMoto();
const hcl2 = await pythonProgram('hcl2', 'python', ['python-hcl2==8.1.4'], 'hcl2');

let dir: string;
let config: string;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-roles-'));
  config = join(dir, 'holystone.yaml');
  writeFileSync(config, configuration());
});
afterAll(async () => {
  if (moto.kind === 'running') await moto.stop();
  rmSync(dir, { recursive: true, force: true });
});

function configuration(): string {
  return `
redis: { url: embedded }
mail: { smtp: "smtp://localhost", from: holystone@example.com }
accounts:
  - { name: test, provider: aws, id: "${ID}", locations: [${REGION}], externalId: ${EXTERNAL_ID}, readRole: "arn:aws:iam::${ID}:role/main-read", deleteRole: "arn:aws:iam::${ID}:role/main-delete" }
  - from: organizations
    through: test
    readRole: "arn:aws:iam::{id}:role/holystone-read"
    deleteRole: "arn:aws:iam::{id}:role/team/holystone-delete"
    externalId: ${EXTERNAL_ID}
    locations: enabled
defaults: { notice: { fallback: cloud@example.com }, keep: [{ tag: { "cost\${center}": "%{a} \\"b\\"" } }] }
cleanup:
  - { type: volume, unusedFor: off, when: [{ rule: unused }] }
  - { type: snapshot, when: [{ rule: unused }] }
  - { type: launchTemplate, when: [{ rule: unused }] }
  - { type: autoScalingGroup, when: [{ rule: zeroInstances }] }
`;
}

async function printed(...options: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cliHere(['iam-policy', '-c', config, '--live', ...options], {});
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

const describeMoto = moto.kind === 'running' ? describe : describe.skip;
if (moto.kind !== 'running') process.stderr.write(`moto is not available: the roles are not created (${moto.why})\n`);

describeMoto('the roles that CloudFormation creates from the template', () => {
  let world: World;
  let volume: string;
  let daemon: { accessKeyId: string; secretAccessKey: string };

  beforeAll(async () => {
    if (moto.kind !== 'running') return;
    world = await openMoto(moto);
    await world.iam.send(new CreateUserCommand({ UserName: 'holystone' }));
    const PolicyDocument = await printed(...ENFORCED, '--identity', 'daemon');
    const assume = { UserName: 'holystone', PolicyName: 'assume', PolicyDocument };
    await world.iam.send(new PutUserPolicyCommand(assume));
    const { AccessKey } = await world.iam.send(new CreateAccessKeyCommand({ UserName: 'holystone' }));
    daemon = { accessKeyId: AccessKey?.AccessKeyId ?? '', secretAccessKey: AccessKey?.SecretAccessKey ?? '' };
    const made = await world.ec2.send(new CreateVolumeCommand({ AvailabilityZone: `${REGION}a`, Size: 1 }));
    volume = made.VolumeId ?? '';
    for (const [name, options] of [
      ['member', ENFORCED],
      ['main', ['--account', 'test']],
    ] as const) {
      await createStack(name, await printed(...options, '--format', 'cloudformation', '--principal', PRINCIPAL));
    }
    await authorize(0);
  });
  afterAll(() => authorize(Number.POSITIVE_INFINITY));

  /** @param after so many requests moto checks signatures and policies */
  async function authorize(after: number): Promise<void> {
    await fetch(`${world.url}/moto-api/reset-auth`, { method: 'POST', body: after === 0 ? '0' : 'inf' });
  }

  /** As the console does it: moto reads the account of the query protocol from the credentials. */
  async function createStack(StackName: string, TemplateBody: string): Promise<void> {
    const { AWS_ACCESS_KEY_ID: key } = await world.environment();
    const answer = await fetch(world.url, {
      method: 'POST',
      headers: {
        Authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/${REGION}/cloudformation/aws4_request, SignedHeaders=host, Signature=0`,
      },
      body: new URLSearchParams({
        Action: 'CreateStack',
        Version: '2010-05-15',
        StackName,
        TemplateBody,
        'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  function assumed(RoleArn: string, ExternalId?: string): EC2Client {
    const params = { RoleArn, RoleSessionName: 'test', ...(ExternalId === undefined ? {} : { ExternalId }) };
    const credentials = fromTemporaryCredentials({
      masterCredentials: daemon,
      params,
      clientConfig: { region: REGION, endpoint: world.url },
    });
    return new EC2Client({ region: REGION, endpoint: world.url, credentials, maxAttempts: 1 });
  }

  test('the reading role reads and cannot delete', async () => {
    const ec2 = assumed(readRole, EXTERNAL_ID);
    expect((await ec2.send(new DescribeVolumesCommand({}))).Volumes).toHaveLength(1);
    await expect(ec2.send(new DeleteVolumeCommand({ VolumeId: volume }))).rejects.toThrow(/not authorized/i);
  });

  test('the deleting role cannot read', async () => {
    const ec2 = assumed(deleteRole, EXTERNAL_ID);
    await expect(ec2.send(new DescribeVolumesCommand({}))).rejects.toThrow(/not authorized/i);
  });

  test('the roles trust the principal alone, and only with the external id', async () => {
    await authorize(Number.POSITIVE_INFINITY);
    const { Role } = await world.iam.send(new GetRoleCommand({ RoleName: 'holystone-read' }));
    expect(JSON.parse(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '')).Statement).toEqual([
      {
        Effect: 'Allow',
        Principal: { AWS: PRINCIPAL },
        Action: 'sts:AssumeRole',
        Condition: { StringEquals: { 'sts:ExternalId': EXTERNAL_ID } },
      },
    ]);
    await authorize(0);
  });

  test('`plan` reads the account with them', async () => {
    const file = join(dir, 'volumes.yaml');
    writeFileSync(
      file,
      `
redis: { url: embedded }
mail: { smtp: "smtp://localhost", from: holystone@example.com }
accounts: [{ name: test, provider: aws, id: "${ID}", locations: [${REGION}], externalId: ${EXTERNAL_ID}, readRole: "${readRole}" }]
cleanup: [{ type: volume, unusedFor: off, when: [{ rule: unused }], evidence: { off: [${NOT_IN_MOTO.join(', ')}] } }]
`,
    );
    const environment = {
      AWS_ENDPOINT_URL: world.url,
      AWS_ACCESS_KEY_ID: daemon.accessKeyId,
      AWS_SECRET_ACCESS_KEY: daemon.secretAccessKey,
    };
    const { code, stdout } = await cliHere(['plan', '-c', file, '--format', 'json'], environment);
    const { namespaces } = JSON.parse(stdout);
    expect({ code, namespaces }).toMatchObject({
      code: 0,
      namespaces: [{ counts: { listed: 1 } }],
    });
  });

  test('the template of one account creates its roles with their policies', async () => {
    await authorize(Number.POSITIVE_INFINITY);
    for (const RoleName of ['main-read', 'main-delete']) {
      const { Role } = await world.iam.send(new GetRoleCommand({ RoleName }));
      expect(decodeURIComponent(Role?.AssumeRolePolicyDocument ?? '')).toContain(PRINCIPAL);
      const { AttachedPolicies } = await world.iam.send(new ListAttachedRolePoliciesCommand({ RoleName }));
      expect(AttachedPolicies).not.toEqual([]);
    }
  });
});

type Document = { readonly Statement: readonly Statement[] };

const describeHcl = hcl2.kind === 'installed' ? describe : describe.skip;
if (hcl2.kind !== 'installed')
  process.stderr.write(`python-hcl2 is not available: Terraform is not read (${hcl2.why})\n`);

describeHcl('the Terraform configuration, as python-hcl2 reads it', () => {
  /** The resources by address. */
  async function read(terraform: string): Promise<Record<string, Record<string, never>>> {
    if (hcl2.kind !== 'installed') throw new Error(hcl2.why);
    const child = spawn(hcl2.path, [join(import.meta.dirname, 'readTerraform.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(terraform);
    return JSON.parse(await text(child.stdout));
  }

  /** Of a role, of all its managed policies. */
  function statementsOf(resources: Record<string, Record<string, never>>, role: string): readonly Statement[] {
    const policies = Object.entries(resources).filter(([name]) => name.startsWith(`aws_iam_policy.${role}_`));
    return policies.flatMap(([, { policy }]) => (policy as unknown as Document).Statement);
  }

  /** A statement that is longer than a policy may be stands in several, in parts. */
  function wholeOf(statements: readonly Statement[]): readonly Statement[] {
    const whole = new Map<string, Statement>();
    for (const one of statements) {
      const Sid = one.Sid.replace(/Part\d+$/, '');
      const before = whole.get(Sid)?.Action ?? [];
      whole.set(Sid, { ...one, Sid, Action: [before, one.Action].flat() });
    }
    return [...whole.values()];
  }

  test.each([['reader'], ['deleter']])('gives the %s the statements of the JSON format', async (identity) => {
    const json: Document = JSON.parse(await printed('--account', 'test', '--identity', identity));
    const resources = await read(await printed('--account', 'test', '--format', 'terraform'));
    expect(wholeOf(statementsOf(resources, identity))).toEqual(json.Statement);
  });

  test('a StackSet has the CloudFormation template', async () => {
    const options = ['--members', '--principal', PRINCIPAL, '--format'];
    const template = JSON.parse(await printed(...options, 'cloudformation'));
    const resources = await read(await printed(...options, 'terraform'));
    expect(resources['aws_cloudformation_stack_set.holystone']?.template_body).toEqual(template);
  });
});
