/** A regex that does not compile, in the daemon and in the commands of people. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import { plainEnvironment } from '../../support/cliRun.ts';

let folder: string;
let file: string;
/** The daemon refuses it for another reason, so that it ends at once. */
const TEXT = `dryRun: false
accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:9", locations: [a, b] }]
cleanup:
  - { type: tag, locations: [a], nameRegexDelete: "dev-.*", live: true, notice: "off" }
  - { type: tag, locations: [b], nameRegexDelete: "(?!latest).*" }
redis: { url: embedded }
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-regex-'));
  file = join(folder, 'x.yaml');
  await writeFile(file, TEXT);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('R2 the daemon warns of it with its place, and refuses the file only for what else is wrong', async () => {
  const { code, stderr } = await cliHere(['serve', '--config', file], plainEnvironment());
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /warning: .*x\.yaml:5:\d+: cleanup\[1\]\.nameRegexDelete: not a regex of RE2.*; this entry deletes nothing/,
  );
  expect(stderr).toContain('registry:hub:a:tag is live and redis.url is "embedded"');
});

test.each(['validate', 'plan'])('R2 `%s` refuses the file, with its place', async (command) => {
  const { code, stderr } = await cliHere([command, '--config', file], plainEnvironment());
  expect(code).toBe(2);
  expect(stderr).toMatch(/x\.yaml:5:\d+: cleanup\[1\]\.nameRegexDelete: not a regex of RE2/);
});
