// How much of the rate that it may use does a fleet reach where AWS throttles, and how often is it throttled?
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox } from '../dist/sandbox/aws/index.js';
import { EC2_DELETE } from '../dist/src/handlers/aws/calls/rates.js';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { table } from './table.mjs';

const ACCOUNT = '111111111111';
const REGION = 'us-east-1';
const API = 'ec2:DeregisterImage';
const { capacity, refillPerSecond } = EC2_DELETE;
const SHARES = [0.25, 0.8];
const INSTANCES = [1, 2, 4];

/** @param quick measures for a shorter time, and so less exactly: one call more or less is several percent */
export async function deletion({ quick }) {
  const seconds = quick ? 10 : 60;
  console.log(
    `${API}: AWS's bucket has ${capacity} tokens and gets ${refillPerSecond} a second; measured for ${seconds} s once it is empty\n` +
      `Node ${process.version}, ${availableParallelism()} cores; endpoint, Redis and instances share them\n`,
  );
  const rows = [];
  for (const share of SHARES)
    for (const instances of INSTANCES) rows.push(await measure({ share, instances, seconds }));
  const head = ['share of AWS’s rate', 'instances', 'calls a second', 'of the rate that it may use', 'throttled'];
  console.log(table(head, rows));
}

async function measure({ share, instances, seconds }) {
  const sandbox = await startSandbox({ accounts: [{ id: ACCOUNT }], throttling: {} });
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const rate = refillPerSecond * share;
  const each = Math.ceil((capacity + rate * (seconds + 30)) / instances) + 50;
  const workers = Array.from({ length: instances }, () => startWorker({ sandbox, redis, share, each }));
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    for (const worker of workers) worker.send('begin');
    await emptied(sandbox, capacity * share);
    const before = answers(sandbox);
    const startedAt = performance.now();
    await delay(seconds * 1000);
    const elapsed = (performance.now() - startedAt) / 1000;
    const after = answers(sandbox);
    const [done, throttled] = [after.done - before.done, after.throttled - before.throttled];
    const calls = done + throttled;
    const percent = (part) => `${(part * 100).toFixed(1)} %`;
    const reached = [(done / elapsed).toFixed(2), percent(done / elapsed / rate), percent(throttled / calls)];
    return [percent(share), String(instances), ...reached];
  } finally {
    await Promise.all(workers.map(stopped));
    await redis.stop();
    await sandbox.close();
  }
}

function startWorker({ sandbox, redis, share, each }) {
  const { control, url } = sandbox;
  const place = { account: ACCOUNT, region: REGION };
  const images = control.addImages(
    place,
    Array.from({ length: each }, () => ({})),
  );
  const [account] = control.accounts();
  const { accessKeyId, secretAccessKey } = account.accessKeys[0];
  const task = { redisUrl: redis.url, account: ACCOUNT, region: REGION, share, images };
  return fork(new URL('./delete/worker.mjs', import.meta.url), [JSON.stringify(task)], {
    // Nothing of the environment could lead to a real account.
    env: {
      PATH: process.env.PATH,
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  });
}

async function stopped(worker) {
  if (worker.exitCode !== null) return;
  worker.disconnect();
  await once(worker, 'exit');
}

/** The tokens in the bucket at the beginning are no rate. */
async function emptied(sandbox, tokens) {
  while (answers(sandbox).done < tokens + 1) await delay(50);
}

function answers(sandbox) {
  const calls = sandbox.control.calls({ operation: 'DeregisterImage' });
  const done = calls.filter(({ status }) => status === 200).length;
  return { done, throttled: calls.length - done };
}
