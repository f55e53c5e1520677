import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { PolicyDocument, Statement } from '../../../src/handlers/aws/policy/documents.ts';
import { Encoded, hcl } from '../../../src/handlers/aws/policy/hcl.ts';
import { iamPolicy } from '../../../src/handlers/aws/policy/rights.ts';
import { splitPolicy } from '../../../src/handlers/aws/policy/splitPolicy.ts';
import type { RightsUse } from '../../../src/handlers/contract/rights.ts';
import { handlers } from '../../../src/handlers/index.ts';

const ROLE = 'arn:aws:iam::111111111111:role/';

function uses({ keep = '[]', account = '' } = {}): readonly RightsUse[] {
  const text = `
redis: { url: "redis://localhost:6379" }
mail: { smtp: "smtp://localhost:1025", from: h@example.com }
accounts:
  - { name: test, provider: aws, id: "111111111111", locations: [us-east-1], readRole: "${ROLE}read", deleteRole: "${ROLE}team/delete", ${account} }
defaults: { notice: { fallback: c@example.com }, keep: ${keep} }
cleanup: [{ type: image, when: [{ rule: unused }] }, { type: volume, when: [{ rule: unused }] }]
`;
  const { workConfigurations } = loadConfiguration({ text, file: 'h.yaml' }, { env: {}, handlers });
  return workConfigurations.flatMap((wc) => {
    const handler = handlers.find(({ resourceType }) => resourceType === wc.resourceType);
    return handler ? [{ wc, handler, evidence: [], deletes: true }] : [];
  });
}

interface Template {
  readonly Parameters: Record<string, { readonly Default?: string }>;
  readonly Resources: Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>;
}

function template(given: Parameters<typeof uses>[0] = {}, options: Record<string, string> = {}, identity?: string) {
  return iamPolicy.print({ uses: uses(given), listed: [], format: 'cloudformation', options, identity });
}

function documentOf(printed: ReturnType<typeof template>): Template {
  if ('document' in printed) return printed.document as Template;
  throw new Error(JSON.stringify(printed));
}

const policiesOf = ({ Resources }: Template, role: string) =>
  Object.entries(Resources)
    .filter(([name]) => name.startsWith(`${role}Policy`))
    .map(([, { Properties }]) => Properties.PolicyDocument as PolicyDocument);

const length = (document: PolicyDocument) => JSON.stringify(document).length;

describe('a template of one account', () => {
  test('creates a role that reads and a role that deletes, named as in the configuration', () => {
    const { Resources } = documentOf(template());
    expect(Resources.ReaderRole?.Properties).toMatchObject({ RoleName: 'read', Path: '/' });
    expect(Resources.DeleterRole?.Properties).toMatchObject({ RoleName: 'delete', Path: '/team/' });
    expect(Object.keys(Resources)).not.toContain('RestorerRole');
  });

  test('creates a role for `restore` only if the account names one of its own', () => {
    expect(template().notes).toContainEqual(expect.stringContaining('no restoreRole'));
    const own = documentOf(template({ account: `restoreRole: "${ROLE}restore"` }));
    expect(own.Resources.RestorerRole?.Properties.RoleName).toBe('restore');
  });

  test('a role that reads and deletes gets the policies of both', () => {
    const { Resources } = documentOf(template({ account: '' }));
    const shared = uses().map(({ wc, ...use }) => {
      const account = { ...wc.account, settings: { readRole: `${ROLE}both`, deleteRole: `${ROLE}both` } };
      return { ...use, wc: { ...wc, account, accounts: [account] } };
    });
    const both = documentOf(iamPolicy.print({ uses: shared, listed: [], format: 'cloudformation' }));
    expect(Object.keys(both.Resources).filter((name) => name.endsWith('Role'))).toEqual(['ReaderAndDeleterRole']);
    expect(policiesOf(both, 'ReaderAndDeleter')).toHaveLength(Object.keys(Resources).length - 2);
  });

  test('asks for the principal unless it is given, and takes the external id of the configuration', () => {
    const { Parameters } = documentOf(template({ account: 'externalId: acme-1' }));
    expect(Parameters.Principal).not.toHaveProperty('Default');
    expect(Parameters.ExternalId?.Default).toBe('acme-1');
    const given = documentOf(template({}, { principal: `${ROLE}holystone` }));
    expect(given.Parameters.Principal?.Default).toBe(`${ROLE}holystone`);
    expect(given.Parameters).not.toHaveProperty('ExternalId');
  });

  test('an external id that the configuration lacks is named', () => {
    expect(template({}, { externalId: 'acme-1' }).notes).toContainEqual(expect.stringContaining('has no externalId'));
  });

  test.each([['*'], ['arn:aws:iam::111111111111:*'], ['arn:aws:iam::*:role/holystone'], ['ec2.amazonaws.com']])(
    'trusts no principal like %s',
    (principal) => {
      expect(template({}, { principal })).toMatchObject({ problem: expect.stringContaining('--principal must be') });
    },
  );

  test('a trust policy that IAM would refuse is not printed', () => {
    const principal = `arn:aws:iam::111111111111:role/${'long/'.repeat(180)}holystone`;
    const externalId = 'x'.repeat(1_224);
    expect(template({}, { principal, externalId })).toMatchObject({ problem: expect.stringContaining('2048') });
  });

  test('the JSON format refuses a principal', () => {
    const printed = iamPolicy.print({ uses: uses(), listed: [], options: { principal: `${ROLE}h` } });
    expect(printed).toMatchObject({ problem: expect.stringContaining('no trust policies') });
  });
});

describe('the limits of IAM', () => {
  const keep = (count: number) =>
    `[${Array.from({ length: count }, (_each, n) => `{ tag: { "team-${n}": "${'x'.repeat(80)}" } }`)}]`;

  test('policies that are too long are divided, and together say the same', () => {
    const divided = policiesOf(documentOf(template({ keep: keep(30) })), 'Deleter');
    const json = iamPolicy.print({ uses: uses({ keep: keep(30) }), listed: [], account: 'test', identity: 'deleter' });
    expect(divided.length).toBeGreaterThan(1);
    expect(divided.map(length).filter((characters) => characters > 6_144)).toEqual([]);
    expect('document' in json && json.document).toEqual({
      Version: '2012-10-17',
      Statement: divided.flatMap(({ Statement }) => Statement),
    });
  });

  test('a role of more than 10 policies is refused', () => {
    expect(template({ keep: keep(300) })).toMatchObject({ problem: expect.stringContaining('do not fit') });
  });

  test('a template of more than 51,200 bytes loses its white space first', () => {
    const printed = template({ keep: keep(75) });
    const text = 'text' in printed ? printed.text : '';
    expect(text).not.toContain('\n');
    expect(JSON.parse(text)).toHaveProperty('Resources.DeleterRole');
    expect(printed.notes.filter((note) => note.includes('S3'))).toHaveLength(text.length > 51_200 ? 1 : 0);
  });

  test('one statement that is too long is divided by its actions', () => {
    const Action = Array.from({ length: 400 }, (_each, n) => `ec2:DescribeSomethingWithALongName${n}`);
    const statement: Statement = { Sid: 'Read', Effect: 'Allow', Action, Resource: ['*'] };
    const divided = splitPolicy({ Version: '2012-10-17', Statement: [statement] }) ?? [];
    expect(divided.map(length).filter((characters) => characters > 6_144)).toEqual([]);
    expect(divided.flatMap(({ Statement }) => Statement.flatMap((each) => each.Action))).toEqual(Action);
    const sids = divided.map(({ Statement }) => Statement.map(({ Sid }) => Sid));
    expect(sids.every((each) => new Set(each).size === each.length)).toBe(true);
  });
});

describe('a template for the accounts of an organisation', () => {
  const entry = (locations: unknown) => ({
    from: 'organizations',
    through: 'test',
    locations,
    readRole: 'arn:aws-us-gov:iam::{id}:role/read',
    deleteRole: 'arn:aws-us-gov:iam::{id}:role/delete',
  });

  test('two accounts stand for all, with a region of the partition where the regions are not known', () => {
    const [unknown, known] = ['enabled', ['us-gov-east-1']].map((one) => iamPolicy.members?.listing(entry(one), 1));
    expect(unknown?.accounts.map(({ id, regions }) => [id, regions])).toEqual([
      ['000000000002', ['us-gov-east-1']],
      ['000000000003', ['us-gov-east-1']],
    ]);
    expect(known?.accounts.map(({ regions }) => regions)).toEqual([undefined, undefined]);
  });

  test('a configuration without such an entry gets a sentence about it', () => {
    const printed = iamPolicy.print({ uses: uses(), listed: [], members: true });
    expect(printed).toMatchObject({ problem: 'the configuration has no entry `from: organizations`' });
  });
});

describe('Terraform', () => {
  test.each([
    ['a template in a text', `\${a} %{b}`, `"$\${a} %%{b}"`],
    ['quotes and line breaks', 'a "b"\n\\', '"a \\"b\\"\\n\\\\"'],
  ])('escapes %s', (_what, value, text) => {
    expect(hcl(value)).toBe(text);
  });

  test('aligns like `terraform fmt`', () => {
    expect(hcl(new Encoded({ a: '1', long: ['x'], 'b:c': { d: 1 }, e: true }))).toBe(
      'jsonencode({\n  a    = "1"\n  long = ["x"]\n  "b:c" = {\n    d = 1\n  }\n  e = true\n})',
    );
  });
});
