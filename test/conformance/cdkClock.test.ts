/** Marks of the real `cdk gc`, and their age for Holystone as the days pass. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCOUNT, DAY, namespaceOf, World } from '../support/awsWorld.ts';
import { hashOf } from '../support/cdkEnvironment.ts';
import { assetWorld, keyOf } from '../support/cdkWorld.ts';
import { cdkProgram } from './cdkProgram.ts';

const program = await cdkProgram();
if (program.kind === 'there') describe('marks of cdk gc', () => overDays(program.gc));
else
  test('the CDK CLI cannot be had here, so its runs are skipped, not passed', () => {
    expect(program.why).not.toBe('');
    process.stderr.write(program.why);
  });

function overDays(gc: (options: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>): void {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());

  /** The program has no clock but the real one. */
  async function mark(): Promise<void> {
    const { AWS_ENDPOINT_URL = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
    const env = { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION: 'us-east-1' };
    const options = ['--action=tag', '--rollback-buffer-days=30', '--created-buffer-days=0'];
    await gc([`aws://${ACCOUNT}/us-east-1`, ...options], env);
  }

  test.each(['cdkS3Asset', 'cdkEcrImage'] as const)(
    'K9 K11 Holystone deletes an asset of %s with its mark 30 days after it, and not before',
    async (type) => {
      const namespace = namespaceOf(type);
      const more = ', interop: cdk, notice: off, retention: 30d, unownedRetention: 30d';
      const { imageTags, keys, push, put } = await assetWorld(world, { type, more });
      put('old');
      push([hashOf('old')]);
      await mark();
      const marked = Date.now();
      world.clock.advance(marked + 29 * DAY - world.clock.now());
      await world.pass('mark', namespace);
      await world.pass('delete', namespace);
      expect([keys(), imageTags().length]).toEqual([[keyOf('old')], 2]);
      world.clock.advance(DAY + 1);
      await world.pass('delete', namespace);
      expect(type === 'cdkS3Asset' ? keys() : imageTags()).toEqual([]);
    },
  );
}
