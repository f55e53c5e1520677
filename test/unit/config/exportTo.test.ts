/** `exportTo` of log groups: it has a quarantine, nothing else of the type has one, and its rights are of one bucket. */
import { expect, test } from '@jest/globals';
import { QUARANTINE_TAG } from '../../../src/core/mark/quarantine.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { deleterPolicy } from '../../../src/handlers/aws/policy/documents.ts';
import { logGroup } from '../../../src/handlers/aws/types/logGroup/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { load, problemsOf } from './load.ts';

const DAY = 86_400_000;
const TO = 'exportTo: { bucket: acme-log-archive }';

const text = (entry: string) => `
accounts: [{ name: test, provider: aws, id: "123456789012", locations: [us-east-1] }]
defaults: { notice: { fallback: a@example.com } }
cleanup: [{ type: logGroup, when: [{ rule: unused }]${entry && `, ${entry}`} }]
`;
const configured = (entry: string) => load(text(entry), { handlers }).workConfigurations[0] as WorkConfiguration;

test.each<[string, number | undefined]>([
  ['', undefined],
  ['quarantine: off', undefined],
  [TO, 7 * DAY],
  [`${TO}, quarantine: 30d`, 30 * DAY],
])('A186 `%s` → its quarantine', (entry, ms) => {
  expect(configured(entry).quarantineMs).toBe(ms);
});

test.each<[string, string]>([
  ['quarantine: 7d', 'without `exportTo` this type has no quarantine'],
  [`${TO}, quarantine: off`, 'its quarantine saves what the deletion would lose'],
  ['exportTo: { bucket: "s3://acme" }', 'the name of a bucket of S3'],
  ['exportTo: { bucket: acme, prefix: /logs/ }', 'the beginning of keys'],
  ['exportTo: { bucket: acme, owner: acme }', 'an AWS account id'],
  ['exportTo: { prefix: logs }', 'bucket'],
])('A186 `%s` is refused', (entry, why) => {
  expect(problemsOf(text(entry), { handlers }).join()).toContain(why);
});

test('A186 the deleter may write below the prefix of that bucket, and nowhere else', () => {
  const { quarantine, permissions } = logGroup;
  const parameters = logGroup.parameters.parse({ exportTo: { bucket: 'acme-log-archive' } });
  const rights = logGroup.rightsOf?.(parameters, {});
  expect(rights?.only).toEqual([
    { permissions: ['s3:ListBucket'], resources: ['s3:::acme-log-archive'] },
    { permissions: ['s3:PutObject'], resources: ['s3:::acme-log-archive/exportedlogs/*'] },
  ]);
  expect(logGroup.rightsOf?.(logGroup.parameters.parse({}), {}).only).toEqual([]);
  const some = [{ type: 'LogGroup', actions: ['s3:PutObject'], resources: ['s3:::acme-log-archive/exportedlogs/*'] }];
  const own = { type: 'LogGroup', delete: permissions.delete, protect: permissions.protect ?? [], marks: [], keep: [] };
  const places = { resources: ['logs:*:*:log-group:*'], regions: ['us-east-1'] };
  const step = { ...quarantine, summary: '', permissions: ['logs:CreateExportTask'] };
  const { Statement } = deleterPolicy([{ ...own, ...places, quarantine: step, some }], []);
  const allowed = Statement.filter(({ Effect }) => Effect === 'Allow');
  expect(allowed.map(({ Sid, Action, Resource }) => [Sid, Action.join(), Resource.join()])).toEqual([
    ['DeleteLogGroup', 'logs:DeleteLogGroup', 'arn:aws:logs:*:*:log-group:*'],
    ['QuarantineLogGroup', 'logs:CreateExportTask', 'arn:aws:logs:*:*:log-group:*'],
    ['QuarantineLogGroup1', 's3:PutObject', 'arn:aws:s3:::acme-log-archive/exportedlogs/*'],
    ['KeepLogGroup', 'logs:TagResource,logs:UntagResource', 'arn:aws:logs:*:*:log-group:*'],
  ]);
  expect(JSON.stringify(Statement)).toContain(QUARANTINE_TAG);
});
