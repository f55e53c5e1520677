/** The real `cdk gc` and Holystone on the same assets in an AWS that others wrote: each honours the marks of the other. */

import { GetObjectTaggingCommand, PutObjectTaggingCommand } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { assetParameters } from '../../src/handlers/aws/resources/cdk/parameters.ts';
import { cdkEcrImage } from '../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import { cdkS3Asset } from '../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import { collect, ID, openGate } from '../integration/handlers/fixture.ts';
import { anImage } from './cases/cdkEcrImage.ts';
import { anObject } from './cases/cdkS3Asset.ts';
import { BUCKET, hashOf, stackNaming } from './cdk.ts';
import { type CdkProgram, cdkProgram } from './cdkProgram.ts';
import { type Moto, startMoto } from './moto.ts';
import { openMoto, type World } from './world.ts';

const DAY = 24 * 3_600_000;
const INTEROP = assetParameters.parse({ interop: 'cdk' });

const [program, moto] = [await cdkProgram(), await startMoto('motoPatched.py')];
if (program.kind === 'there' && moto.kind === 'running') {
  describe('cdk gc in moto', () => together(program, moto));
  afterAll(() => moto.stop());
} else
  test('the CDK CLI or moto cannot be had here, so its runs are skipped, not passed', () => {
    const why = [program, moto].flatMap((one) => ('why' in one ? [one.why] : []));
    expect(why).not.toEqual([]);
    process.stderr.write(why.join('\n'));
  });

function together({ gc }: CdkProgram & { kind: 'there' }, running: Moto & { kind: 'running' }): void {
  let world: World;
  beforeEach(async () => {
    world = await openMoto(running);
  });
  afterEach(() => world.close());

  async function run(action: string): Promise<void> {
    const options = [`--action=${action}`, '--rollback-buffer-days=30', '--created-buffer-days=0'];
    const env = { ...(await world.environment()), AWS_ENDPOINT_URL: world.url, AWS_REGION: 'us-east-1' };
    await gc([`aws://${ID}/us-east-1`, ...options], env);
  }
  const objects = () => cdkS3Asset.open(world.scope(INTEROP), world.io({ permit: openGate() }));
  const images = () => cdkEcrImage.open(world.scope(INTEROP), world.io({ permit: openGate() }));
  const keys = async () => (await collect(objects().list())).map(({ id }) => id).sort();
  const names = async () => (await collect(images().list())).map(({ name }) => name).sort();
  const tagsOf = async (Key: string) => {
    const { TagSet = [] } = await world.s3.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key }));
    return Object.fromEntries(TagSet.map(({ Key: key = '', Value }) => [key, Value]));
  };

  test('K9 K17 its marks of an object and of an image are read with their age', async () => {
    const [key, used] = [await anObject(world, 'unused'), await anObject(world, 'used')];
    await anImage(world, hashOf('image'));
    await stackNaming(world, 'shop', hashOf('used'));
    const from = Date.now();
    await run('tag');
    const reads = await objects().get([key, used]);
    const at = [key, used].map((id) => {
      const read = reads.get(id);
      return read?.kind === 'found' ? read.resource.markedElsewhereAt?.getTime() : Number.NaN;
    });
    const [image] = await collect(images().list());
    expect(at[1]).toBeUndefined();
    for (const mark of [at[0], image?.markedElsewhereAt?.getTime()]) {
      expect(mark).toBeGreaterThanOrEqual(from);
      expect(mark).toBeLessThanOrEqual(Date.now());
    }
  });

  test('K9 it deletes an object and an image with our mark after 30 days, and not before', async () => {
    const at = (days: number) => Date.now() - days * DAY;
    for (const [name, days] of [
      ['old', 31],
      ['young', 29],
    ] as const) {
      const key = await anObject(world, name);
      await anImage(world, hashOf(`image ${name}`));
      const of = <R extends { id: string; name: string }>(all: readonly R[], wanted: string) =>
        all.filter((one) => one.name === wanted);
      await objects().markElsewhere?.(of(await collect(objects().list()), key), at(days));
      await images().markElsewhere?.(of(await collect(images().list()), hashOf(`image ${name}`)), at(days));
    }
    await run('delete-tagged');
    expect([await keys(), await names()]).toEqual([[`${hashOf('young')}.zip`], [hashOf('image young')]]);
  });

  test('K9 it removes our mark from an object that a template names again, and the other tags stay', async () => {
    const Key = await anObject(world, 'again');
    const Tagging = { TagSet: [{ Key: 'team', Value: 'web' }] };
    await world.s3.send(new PutObjectTaggingCommand({ Bucket: BUCKET, Key, Tagging }));
    await objects().markElsewhere?.(await collect(objects().list()), Date.now() - DAY);
    expect(await tagsOf(Key)).toEqual({ team: 'web', 'aws-cdk:isolated': expect.stringMatching(/^\d{13}$/) });
    await stackNaming(world, 'shop', hashOf('again'));
    await run('full');
    expect(await tagsOf(Key)).toEqual({ team: 'web' });
  });
}
