import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { MONEY } from '../../../src/state/redis/keys.ts';
import { ACCOUNT, worldForAll } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';
import { until } from '../../support/until.ts';

const ANN = 'ann@example.com';
const CLEANUP = '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off }]';

const world = worldForAll();
beforeEach(() => world.reset({ cleanup: CLEANUP }));

/** `holystone mail preview` with the world's Redis, or with one that does not answer. */
async function preview(args: readonly string[], redis = world.redis.url, language = 'en') {
  const file = join(world.dir, 'preview.yaml');
  await writeFile(
    file,
    `dryRun: false
redis: { url: "${redis}" }
mail: { smtp: "${world.mail.smtpUrl}", from: holystone@example.com, language: ${language} }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: test, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
definitions: { dir: "${world.dir}/definitions" }
defaults: { notice: { fallback: fallback@example.com } }
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [us-east-1] }]
cleanup: ${CLEANUP}
`,
  );
  return commandAt(world.clock, ['mail', 'preview', ...args, '-c', file]);
}

/** All that Redis holds, byte for byte. */
async function everything(): Promise<readonly string[]> {
  const { client } = world.connection;
  await world.wired.parts.markTable.settled();
  const keys = (await client.keys('*')).sort();
  return Promise.all(keys.map(async (key) => `${key} ${(await client.dumpBuffer(key))?.toString('hex')}`));
}

describe('holystone mail preview', () => {
  test('P2 the preview prints the next message, and writes and sends nothing', async () => {
    const images = world.addImages(2, { tags: { owner: ANN } });
    world.addImages(1, { tags: { owner: 'bob@example.com' } });
    await world.pass('mark');
    // The first pass of a day adds up the money in the background.
    await until(
      'the money of the month is stored',
      async () => (await world.connection.client.exists(MONEY.months)) === 1,
    );
    const before = await everything();
    const { code, stdout } = await preview(['--owner', ANN]);
    expect(code).toBe(0);
    expect(await everything()).toEqual(before);
    expect(world.messages()).toEqual([]);
    await world.notify();
    const sent = world.messages().find(({ recipients }) => recipients.includes(ANN))?.text ?? '';
    const facts = (text: string) => text.match(/^ {3}(Id|What|Why|Deletion): .*$/gm);
    expect(facts(stdout)).toEqual(facts(sent.replaceAll('\r\n', '\n')));
    expect(images.filter((id) => !stdout.includes(id))).toEqual([]);
  });

  test('P8 the links of a preview hold no token, so its reader cannot decide', async () => {
    world.addImages(1, { tags: { owner: ANN } });
    await world.pass('mark');
    const { stdout } = await preview(['--owner', ANN, '--format', 'eml']);
    const { html = '', text = '' } = await PostalMime.parse(stdout);
    expect(`${html} ${text}`).not.toMatch(/h1\.[\w-]+\.[\w-]+/);
    expect(text).toContain('Keep it:  https://holystone.example.com/o/preview');
  });

  test('P2 as EML it is the message with its headers, in the configured language', async () => {
    const args = ['--owner', ANN, '--sample', '--format', 'eml'];
    const { stdout } = await preview(args, 'redis://127.0.0.1:1', 'de');
    const { subject, to, from, html, headers } = await PostalMime.parse(stdout);
    expect({ subject, to: to?.map(({ address }) => address), from: from?.address }).toMatchObject({
      subject: expect.stringMatching(/^\[[^\]]+\] 2 Ressourcen werden gelöscht, die erste am /),
      to: [ANN],
      from: 'holystone@example.com',
    });
    expect(html).toContain('<html');
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('P2 the preview says that no message waits', async () => {
    const { code, stdout, stderr } = await preview(['--owner', ANN]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain(`No notice is pending for ${ANN}`);
  });

  test('an owner that is no address is a mistake of usage', async () => {
    const { code, stderr } = await preview(['--owner', 'ann']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'holystone: --owner "ann" is not an e-mail address, nor a list of at most 20\n',
    });
  });
});
