/** The warning of `serve` where nothing stored is signed. It needs no Redis to give it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serve } from '../../src/composition/daemon.ts';
import { openParts } from '../../src/composition/parts.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { handlers } from '../../src/handlers/index.ts';
import { collectingLogger } from '../support/fleet.ts';
import { until } from '../support/until.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-unsigned-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Its warnings about a missing key: in its log, and among the notes of readiness. */
async function warningsOf({ dryRun = false, top = '' }): Promise<{ logged: number; noted: number }> {
  const lines: { level: string; message: string; fields: object }[] = [];
  const text = `
dryRun: ${dryRun}
redis: { url: "redis://127.0.0.1:1", durability: trusted }
http: { public: { port: 0, bind: 127.0.0.1 }, operator: { port: 0, bind: 127.0.0.1 } }
definitions: { dir: ${JSON.stringify(dir)} }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, live: true, when: [{ rule: unused }], notice: off }]
${top}
`;
  const env = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
  const configuration = loadConfiguration({ text, file: 'x.yaml' }, { env, handlers });
  const stop = new AbortController();
  const ended = serve({ configuration, log: collectingLogger(lines), signal: stop.signal }, openParts);
  try {
    // The warning is written right after this line, before anybody else runs.
    await until('it listens', () => lines.some(({ message }) => message === 'listening'));
    const at = lines.find(({ message }) => message === 'listening')?.fields as { operator: string };
    const health = await (await fetch(`${at.operator}/health/ready`)).text();
    return {
      logged: lines.filter(({ level, message }) => level === 'warn' && message.includes('signing.keys')).length,
      noted: health.split('signing.keys').length - 1,
    };
  } finally {
    stop.abort();
    await ended;
  }
}

const KEY = 'signing: { keys: [{ id: k1, secret: "0123456789abcdef0123456789abcdef" }] }';

test('P8 a live serve without a key of signing.keys warns once at its start, and its readiness notes it', async () => {
  expect(await warningsOf({})).toEqual({ logged: 1, noted: 1 });
});

test('P8 with a key, or in dry run, it says nothing of the kind', async () => {
  expect(await warningsOf({ top: KEY })).toEqual({ logged: 0, noted: 0 });
  expect(await warningsOf({ dryRun: true })).toEqual({ logged: 0, noted: 0 });
});
