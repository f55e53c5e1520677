/** The commands that stop deletions, on a real Redis, with a configuration that no other command takes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { cliHere } from '../../support/cliHere.ts';
import { ageInstances } from '../../support/redis.ts';
import { openState, type StateFixture } from '../state/support.ts';

/** A type that does not exist, a secret that is not set, and accounts that only AWS can name. */
const WRONG = `
redis: { url: "\${STATE_URL}" }
mail: { smtp: "\${NO_SUCH_SMTP}", from: cloud@example.com }
accounts: [{ from: organizations, through: nobody, locations: [us-east-1] }]
cleanup: [{ type: ami, when: [unused] }]
`;

let state: StateFixture;
let dir: string;
let file: string;
beforeAll(async () => {
  [state, dir] = await Promise.all([openState(), mkdtemp(join(tmpdir(), 'holystone-stop-'))]);
  file = join(dir, 'holystone.yaml');
});
beforeEach(async () => {
  await state.redis.flush();
  await ageInstances(state.redis);
  await writeFile(file, WRONG);
});
afterAll(async () => {
  await state?.close();
  await rm(dir, { recursive: true, force: true });
});

const here = (...args: readonly string[]) =>
  cliHere([...args, '-c', file, '--as', 'olga'], { STATE_URL: state.redis.url });

test('L61 the kill switch goes on with a configuration that is wrong everywhere but in redis', async () => {
  expect(await here('kill', '--reason', 'wrong account')).toMatchObject({ code: 0 });
  expect(await state.control.read()).toMatchObject({ killed: true });
});

test('with -o json the kill switch and service answer with the control in force, and who does not obey yet', async () => {
  const { stdout } = await here('kill', '--reason', 'wrong account', '-o', 'json');
  expect(JSON.parse(stdout)).toEqual({
    ...{ service: 'in', killed: true, capacity: null, deletesPerDay: null, deleteBudget: null, starveAfter: null },
    ...{ providers: {}, stages: {}, acknowledged: true, waitingFor: [] },
  });
  expect(JSON.parse((await here('service', 'out', '-o', 'json')).stdout)).toMatchObject({
    service: 'out',
    killed: true,
  });
});

test('L61 service out takes effect with the same configuration', async () => {
  expect(await here('service', 'out')).toMatchObject({ code: 0 });
  expect(await state.control.read()).toMatchObject({ service: 'out' });
});

test.each([[['kill', '--lift']], [['service', 'in']], [['limits', '--capacity', '4']], [['service']]])(
  '%j still needs a valid configuration',
  async (args) => {
    const { code, stderr } = await here(...args);
    expect({ code, names: stderr.includes('cleanup[0].type') }).toEqual({ code: 2, names: true });
  },
);

test.each([
  ['not YAML', 'redis: [', /not valid YAML/],
  ['a mistyped Redis', 'redis: { url: "redis//x" }', /redis\.url: found "redis\/\/x"/],
  ['an unknown key of redis', 'redis: { uri: "redis://localhost" }', /redis\.uri/],
  ['an address whose variable is not set', `redis: { url: "\${NO_SUCH_REDIS}" }`, /redis\.url: not set: NO_SUCH_REDIS/],
  ['no Redis', 'dryRun: true', /redis\.url is "embedded"/],
])('the kill switch refuses %s, and says why', async (_what, text, why) => {
  await writeFile(file, text);
  const { code, stderr } = await here('kill');
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(why) });
});
