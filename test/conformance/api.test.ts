/** The operator's API of a daemon, against the OpenAPI document that it serves: Schemathesis from PyPI makes the requests. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ACCOUNT, Stage } from '../e2e/stage.ts';
import { endAllDaemons } from '../support/daemon.ts';
import { type PythonProgram, pythonProgram, run } from './python.ts';

/** https://pypi.org/project/schemathesis/ */
const SCHEMATHESIS = 'schemathesis==4.32.5';

const isNightly = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
/** The account of the document's examples. */
const PROD = `[{ name: prod, provider: aws, id: "${ACCOUNT}", alias: acme-test, locations: [us-east-1] }]`;
const TOKEN = 'token-of-the-conformance-suite';
/** Per operation. */
const EXAMPLES = isNightly ? '50' : '10';
/** Below the limit of one client. */
const RATE = '1100/m';
const TIMEOUT_MS = 30 * 60_000;
/**
 * The checks that must hold for each request, whether it makes sense or not. Left out: that each request that the schema
 * allows succeeds (most name no resource that exists), and that each one that it refuses fails (a value in an address is
 * a text there: `%20` for a number too).
 */
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
].join();

const schemathesis = await pythonProgram('schemathesis', 'schemathesis', [SCHEMATHESIS]);
let stage: Stage | undefined;

afterAll(async () => {
  await endAllDaemons();
  await stage?.stop();
});

function describeWith(program: PythonProgram, tests: (path: string) => void): void {
  if (program.kind === 'installed') {
    describe('Schemathesis', () => tests(program.path));
    return;
  }
  process.stderr.write(`Schemathesis: skipped, not passed (${program.why})\n`);
  describe.skip('Schemathesis', () => tests(''));
}

describeWith(schemathesis, (path) => {
  test(
    'P10 every answer to made-up requests is in the schema, and none is a server error',
    async () => {
      stage = await Stage.start();
      stage.addImages(20);
      const http = `{ public: { port: 0, bind: 127.0.0.1, url: "https://holystone.example.com" }, operator: { port: 0, operatorTokens: [{ name: ann, token: ${TOKEN} }] } }`;
      const daemon = stage.serve(stage.config({ http, accounts: PROD }));
      await daemon.serving();
      await daemon.logged('audit', ({ event }) => event === 'marked');
      const cwd = stage.dir;
      const given = [
        'run',
        `${daemon.operatorUrl}/api/openapi.json`,
        '--checks',
        CHECKS,
        '--max-examples',
        EXAMPLES,
        '--rate-limit',
        RATE,
        // A stream has no end.
        '--exclude-path',
        '/events/live',
        '--header',
        `authorization: Bearer ${TOKEN}`,
        '--generation-database',
        'none',
        '--continue-on-failure',
        '--warnings',
        'off',
        '--no-color',
      ];
      const { stdout } = await run(path, given, { cwd, maxBuffer: 100_000_000, timeout: TIMEOUT_MS }).catch(
        (error: { stdout?: string; message: string }) => ({ stdout: error.stdout ?? error.message }),
      );
      rmSync(join(cwd, '.hypothesis'), { recursive: true, force: true });
      expect(stdout).toMatch(/\b(?!0 )(\d+) generated, \1 passed/);
    },
    TIMEOUT_MS,
  );
});
