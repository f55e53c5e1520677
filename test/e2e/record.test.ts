/** The log, which is the record, of real processes: its reader leaves and comes back. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { commandLine, startProgram } from '../support/cliRun.ts';
import { PATIENCE_MS } from '../support/daemon.ts';
import { Fifo } from '../support/fifo.ts';
import { until } from '../support/until.ts';
import { Stage } from './stage.ts';

jest.setTimeout(1_800_000);

let stage: Stage;
let dir: string;
beforeAll(async () => {
  stage = await Stage.start();
  dir = await mkdtemp(join(tmpdir(), 'holystone-record-'));
});
afterAll(async () => {
  await stage?.stop();
  await rm(dir, { recursive: true, force: true });
});

test('L67 the reader of the log leaves → nothing is deleted, and readiness says so; another one comes → every deletion is in the log', async () => {
  const images = stage.addImages(3);
  const config = stage.config({ defaults: 'pace: { batch: 1 }', every: '{ mark: 5s, notify: 2s, delete: 1s }' });
  const log = new Fifo(join(dir, 'log'));
  const daemon = startProgram(commandLine(['serve', '--config', config, '--instance', 'one']), {
    env: stage.env,
    stderr: log.writer,
  });
  const ended = new Promise((resolve) => daemon.once('close', resolve));
  let text = '';
  const operator = () => /"operator":"([^"]+)"/.exec(text)?.[1] ?? 'http://127.0.0.1:2';
  const ready = async () => {
    text += log.read();
    const answer = await fetch(`${operator()}/health/ready`).catch(() => undefined);
    return {
      status: answer?.status ?? 0,
      reasons: answer ? ((await answer.json()) as { reasons: string[] }).reasons : [],
    };
  };
  try {
    await until('it is ready', async () => (await ready()).status === 200, PATIENCE_MS);
    // From here on no permit can be on record.
    log.leave();
    const saysSo = async () => (await ready()).reasons.some((reason) => /^record: .*its reader is gone/.test(reason));
    await until('readiness says so', saysSo, PATIENCE_MS);
    await until('the owner was told', () => stage.mail.messages().length > 0, PATIENCE_MS);
    const calls = () => stage.sandbox.control.calls().length;
    const seen = calls();
    await until('it worked long after the retention', () => calls() > seen + 50, PATIENCE_MS);
    expect(stage.deregistered()).toEqual([]);
    log.open();
    await until(
      'all images are gone',
      async () => {
        await ready();
        return stage.deregistered().length === images.length;
      },
      PATIENCE_MS,
    );
    await until('it is ready again', async () => (await ready()).status === 200, PATIENCE_MS);
    const recorded = (event: string) => [
      ...new Set(
        text
          .split('\n')
          .filter((line) => line.includes(`"event":"${event}"`))
          .map((line) => JSON.parse(line).id),
      ),
    ];
    await until(
      'the answers are in the log',
      async () => (await ready()) && recorded('deleted').length === 3,
      PATIENCE_MS,
    );
    for (const event of ['permitted', 'deleted']) expect(recorded(event).sort()).toEqual([...images].sort());
  } finally {
    daemon.kill('SIGKILL');
    await ended;
    log.close();
  }
});
