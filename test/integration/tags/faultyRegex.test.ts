/** A regex that does not compile, in the commands of people; in the daemon: test/unit/handlers/tagPolicy.test.ts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import { plainEnvironment } from '../../support/cliRun.ts';

let folder: string;
let file: string;
const TEXT = `accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:9", locations: [a, b] }]
cleanup:
  - { type: tag, locations: [a], nameRegexDelete: "dev-.*" }
  - { type: tag, locations: [b], nameRegexDelete: "(?!latest).*" }
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-regex-'));
  file = join(folder, 'x.yaml');
  await writeFile(file, TEXT);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['validate', 'plan'])('R2 `%s` refuses the file, with its place', async (command) => {
  const { code, stderr } = await cliHere([command, '--config', file], plainEnvironment());
  expect(code).toBe(2);
  expect(stderr).toMatch(/x\.yaml:4:\d+: cleanup\[1\]\.nameRegexDelete: found .*; not a regex of RE2/);
});
