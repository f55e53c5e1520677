import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';

/** The SDK finds no credentials anywhere, and asks nobody outside this machine. */
const NOBODY = {
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
  AWS_SESSION_TOKEN: '',
  AWS_PROFILE: '',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
};

const CONFIGURATION = `
accounts:
  - { name: prod, provider: aws, id: "111122223333", locations: [us-east-1, eu-west-1], readRole: "arn:aws:iam::111122223333:role/reader" }
  - { name: dev, provider: aws, id: "444455556666", locations: [us-east-1] }
defaults: { notice: { fallback: cloud@example.com } }
cleanup: [{ type: image, when: [{ rule: unused }] }]
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a plan without any credentials says once, for every account and region, that there are none and where they may come from', async () => {
  const config = join(folder, 'holystone.yaml');
  await writeFile(config, CONFIGURATION);
  const { code, stdout } = await cliHere(['plan', '--config', config, '--format', 'table'], NOBODY);
  const said = stdout.replaceAll(/\s+/g, ' ');
  expect(said).toContain('3 namespaces: Holystone found no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and');
  expect(said).not.toContain('not switched on');
  expect(code).toBe(3);
});
