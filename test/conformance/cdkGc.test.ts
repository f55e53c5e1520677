/** The real `cdk gc` and Holystone on the same assets: each honours the marks of the other. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { assetParameters } from '../../src/handlers/aws/resources/cdk/parameters.ts';
import { cdkEcrImage } from '../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import { cdkS3Asset } from '../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import { collect, openGate, scopeOf, testEffects } from '../integration/handlers/fixture.ts';
import { bootstrap, type CdkEnvironment, hashOf, templateNaming } from '../support/cdkEnvironment.ts';
import { cdkProgram } from './cdkProgram.ts';

const DAY = 24 * 3_600_000;
const ID = '111111111111';
const HERE = { account: ID, region: 'us-east-1' };
const INTEROP = assetParameters.parse({ interop: 'cdk' });
const BUFFERS = ['--rollback-buffer-days=30', '--created-buffer-days=0'];

const program = await cdkProgram();
if (program.kind === 'there') describe('cdk gc', () => together(program.gc));
else
  test('the CDK CLI cannot be had here, so its runs are skipped, not passed', () => {
    expect(program.why).not.toBe('');
    process.stderr.write(program.why);
  });

function together(run: (options: readonly string[], env: Readonly<Record<string, string>>) => Promise<string>) {
  let sandbox: RunningSandbox;
  let here: CdkEnvironment;
  let effects: ReturnType<typeof testEffects>;
  let before: NodeJS.ProcessEnv;
  beforeEach(async () => {
    before = { ...process.env };
    sandbox = await startSandbox({ accounts: [{ id: ID, alias: 'acme-test', roles: ['reader', 'deleter'] }] });
    here = bootstrap(sandbox.control, HERE);
    effects = testEffects();
    Object.assign(process.env, environment());
  });
  afterEach(async () => {
    effects.destroy();
    await sandbox.close();
    for (const name of Object.keys(environment())) delete process.env[name];
    Object.assign(process.env, before);
  });

  function environment(): Record<string, string> {
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    return {
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_REGION: HERE.region,
      AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
    };
  }

  const gc = (action: string) => run([`aws://${ID}/us-east-1`, `--action=${action}`, ...BUFFERS], environment());
  const objects = () => sandbox.control.objects(here.bucket);
  const tags = () => sandbox.control.state(HERE).ecrTags.map(({ tag }) => tag);
  const keyOf = (name: string) => `${hashOf(name)}.zip`;
  const put = (name: string, marks: Readonly<Record<string, string>> = {}) =>
    sandbox.control.addObjects(here.bucket, [
      { key: keyOf(name), lastModified: new Date(Date.now() - 100 * DAY), tags: marks },
    ]);
  const push = (tag: string, salt = tag) =>
    sandbox.control.addEcrTags(HERE, [
      { repository: here.repository, tag, salt, pushedAt: new Date(Date.now() - 100 * DAY) },
    ]);
  const open = <H extends typeof cdkS3Asset | typeof cdkEcrImage>(handler: H) =>
    handler.open(scopeOf(INTEROP), effects.io({ permit: openGate() })) as ReturnType<H['open']>;

  test('K9 K17 its mark of an object is read with its age, and it finds the asset that a template names', async () => {
    put('used');
    put('unused');
    sandbox.control.addStacks(HERE, [{ name: 'shop', template: templateNaming(hashOf('used')) }]);
    const from = Date.now();
    await gc('tag');
    const reads = await open(cdkS3Asset).get([keyOf('used'), keyOf('unused')]);
    const markOf = (name: string) => {
      const read = reads.get(keyOf(name));
      return read?.kind === 'found' ? read.resource.markedElsewhereAt?.getTime() : Number.NaN;
    };
    expect(markOf('used')).toBeUndefined();
    expect(markOf('unused')).toBeGreaterThanOrEqual(from);
    expect(markOf('unused')).toBeLessThanOrEqual(Date.now());
  });

  test('K9 it deletes an object with our mark after 30 days, and not before', async () => {
    put('old');
    put('young');
    const at = (days: number) => Date.now() - days * DAY;
    const all = await collect(open(cdkS3Asset).list());
    const marking = async (key: string, days: number) =>
      open(cdkS3Asset).markElsewhere?.(
        all.filter(({ id }) => id === key),
        at(days),
      );
    await marking(keyOf('old'), 31);
    await marking(keyOf('young'), 29);
    await gc('delete-tagged');
    expect(Object.keys(objects())).toEqual([keyOf('young')]);
  });

  test('K9 it removes our mark from an object that a template names again', async () => {
    put('again', { team: 'web' });
    await open(cdkS3Asset).markElsewhere?.(await collect(open(cdkS3Asset).list()), Date.now() - DAY);
    sandbox.control.addStacks(HERE, [{ name: 'shop', template: templateNaming(hashOf('again')) }]);
    await gc('full');
    expect(objects()[keyOf('again')]?.tags).toEqual({ team: 'web' });
  });

  test('K9 K17 images: its mark is read with its age, and it deletes the image with our mark after 30 days', async () => {
    push(hashOf('theirs'));
    await gc('tag');
    const [theirs] = await collect(open(cdkEcrImage).list());
    expect(theirs?.markedElsewhereAt?.getTime()).toBeLessThanOrEqual(Date.now());
    push(hashOf('ours'));
    const ours = (await collect(open(cdkEcrImage).list())).filter(({ name }) => name === hashOf('ours'));
    await open(cdkEcrImage).markElsewhere?.(ours, Date.now() - 31 * DAY);
    await gc('delete-tagged');
    expect(tags()).toContain(hashOf('theirs'));
    expect(tags()).not.toContain(hashOf('ours'));
  });

  test('K17 an asset that only the actual value of a parameter names is unused for it, and used for us', async () => {
    put('value');
    sandbox.control.addStacks(HERE, [{ name: 'shop', parameters: { Key: keyOf('value') } }]);
    await gc('tag');
    expect(objects()[keyOf('value')]?.tags).toHaveProperty('aws-cdk:isolated');
    const place = { account: 'test', location: HERE.region };
    const [templates] = cdkS3Asset.evidence;
    const found = await templates?.read(place, scopeOf(INTEROP), [], effects.io());
    expect(found?.map(({ alias }) => alias)).toContain(`assetHash/${hashOf('value')}`);
  });
}
