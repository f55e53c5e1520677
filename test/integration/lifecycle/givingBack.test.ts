/** A quarantined resource that is surely kept is given back, however a survey ends, and when none may begin. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Parts } from '../../../src/composition/parts.ts';
import { StopError } from '../../../src/core/policy/stop.ts';
import { DAY, HERE, HOUR, IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { disabledImages, imageStateOf } from '../../support/disabledImages.ts';

const CLEANUP =
  '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, quarantine: 14d }]';
const OPTIONS: WorldOptions = {
  cleanup: CLEANUP,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 25%, sharesFrom: 4 }',
};

const world = worldForAll();
beforeEach(() => world.reset(OPTIONS));

const disabled = (count: number) => disabledImages(world, count);
const stateOf = (id: string) => imageStateOf(world, id);

function use(...ids: readonly string[]): void {
  const seeds = ids.map((ImageId) => ({ ImageId }));
  world.sandbox.control.addInstances(HERE, seeds);
  world.clock.advance(HOUR);
}

/** In quarantine, and a person had disabled it before: it has no tag of Holystone. */
async function disabledByAnother(): Promise<string> {
  const [id = ''] = world.addImages(1, { State: 'disabled' });
  await world.untilDue();
  expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
  return id;
}

describe('a survey that changes no marks', () => {
  test('L35 `unmarkedShare` blocks the survey → it enables images in use, marks stay, the other images stay disabled', async () => {
    const [unused = '', ...used] = await disabled(4);
    use(...used);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'blocked', counts: { released: 3, wouldUnmark: 3 } });
    expect(used.map(stateOf)).toEqual(['available', 'available', 'available']);
    expect(stateOf(unused)).toBe('disabled');
    expect(await world.marks()).toHaveLength(4);
    expect(world.events(used[0] ?? '').slice(-2)).toEqual(['deferred', 'released']);
  });

  test('L53 a blocked survey releases images → their marks have no quarantine, and no later delete pass deregisters them', async () => {
    const [unused, ...used] = await disabled(4);
    use(...used);
    await world.pass('mark');
    const marks = await Promise.all(used.map((id) => world.markOf(id)));
    expect(marks.map((mark) => mark?.quarantine)).toEqual([undefined, undefined, undefined]);
    world.clock.advance(15 * DAY);
    await world.pass('delete');
    expect(world.deregistered()).toEqual([unused]);
  });

  test('L35 the listing fails → the survey reads images by id and enables those in use', async () => {
    const [id = ''] = await disabled(1);
    use(id);
    world.sandbox.control.addFault({
      kind: 'error',
      operation: 'DescribeImages',
      code: 'InternalError',
      status: 400,
      times: 1,
    });
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete', counts: { released: 1 } });
    expect(stateOf(id)).toBe('available');
  });

  test('L35 each survey fails before it stores anything → the second one enables the image in use', async () => {
    const [id = ''] = await disabled(1);
    const surveyed = () => Promise.reject(new Error('Redis is full'));
    const swap = (parts: Parts): Parts => ({
      ...parts,
      lastUsed: new Proxy(parts.lastUsed, {
        get: (store, key) => (key === 'surveyed' ? surveyed : Reflect.get(store, key).bind(store)),
      }),
    });
    await world.configure({ ...OPTIONS, swap });
    use(id);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'failed' });
    expect(await world.pass('mark')).toMatchObject({ outcome: 'failed' });
    expect(stateOf(id)).toBe('available');
  });

  test('L35 no survey has time to finish → Holystone still enables the image in use', async () => {
    const [id = ''] = await disabled(1);
    world.addImages(10);
    world.sandbox.control.setPageLimit(1);
    const stops: AbortController[] = [];
    let pages = 0;
    const swap = (parts: Parts): Parts => ({
      ...parts,
      pacer: {
        throttled: (bucket) => parts.pacer.throttled(bucket),
        take: async (bucket, signal) => {
          if (bucket.api === 'ec2:DescribeImages' && ++pages % 6 === 0) stops.at(-1)?.abort(new StopError('budget'));
          await parts.pacer.take(bucket, signal);
        },
      },
    });
    await world.configure({ ...OPTIONS, swap });
    use(id);
    const pass = () => {
      const stop = new AbortController();
      stops.push(stop);
      return world.pass('mark', IMAGES, stop.signal);
    };
    expect(await pass()).toMatchObject({ outcome: 'unfinished' });
    expect(await pass()).toMatchObject({ outcome: 'unfinished' });
    expect(stateOf(id)).toBe('available');
    world.sandbox.control.setPageLimit(1000);
  });

  test('L36 in dry run no survey releases an image', async () => {
    const [, ...used] = await disabled(4);
    await world.configure({ ...OPTIONS, dryRun: true });
    use(...used);
    await world.pass('mark');
    expect(used.map(stateOf)).toEqual(['disabled', 'disabled', 'disabled']);
  });
});

describe('a namespace without surveys', () => {
  const kill = () => {
    const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    return world.wired.deps.control.write({ killed: true }, audit);
  };
  const optOut = (id: string) => {
    const said = { until: 'forever', actor: 'ann@example.com', at: world.clock.now() } as const;
    return world.wired.deps.optOuts.optOut(IMAGES, { target: { kind: 'id', value: id }, ...said });
  };
  /** Another type only. */
  const ELSEWHERE: WorldOptions = {
    ...OPTIONS,
    cleanup: '[{ type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }] }]',
  };

  test('L20 the kill switch is on → Holystone enables used and opted-out images, and the others stay disabled', async () => {
    const [unused = '', used = '', kept = ''] = await disabled(3);
    await kill();
    use(used);
    await optOut(kept);
    await world.release();
    expect([unused, used, kept].map(stateOf)).toEqual(['disabled', 'available', 'available']);
    expect(world.deregistered()).toEqual([]);
  });

  test('L20 the kill switch is on and AWS denies evidence → Holystone still enables opted-out images', async () => {
    const [unused = '', kept = ''] = await disabled(2);
    await kill();
    await optOut(kept);
    world.deny('ec2:DescribeInstances');
    await world.release();
    expect([unused, kept].map(stateOf)).toEqual(['disabled', 'available']);
  });

  test('L20 the kill switch is on → an image in use that somebody else disabled stays disabled', async () => {
    const id = await disabledByAnother();
    await kill();
    use(id);
    await world.release();
    expect(stateOf(id)).toBe('disabled');
  });

  test('L20 the kill switch is on, and an image in quarantine is gone → Holystone still enables the others', async () => {
    const [gone = '', used = ''] = await disabled(2);
    world.sandbox.control.remove(HERE, 'image', gone);
    await kill();
    use(used);
    await world.release();
    expect(stateOf(used)).toBe('available');
  });

  test('L20 the kill switch is on, and the record of quarantines was lost → Holystone finds the images by their marks', async () => {
    const [id = ''] = await disabled(1);
    await world.wired.deps.quarantines.remove(IMAGES, [id]);
    await kill();
    use(id);
    await world.release();
    expect(stateOf(id)).toBe('available');
  });

  test('L20 the kill switch is on, the answer of AWS and the record of quarantines were lost → Holystone enables the image', async () => {
    const [id = ''] = world.addImages(1);
    await world.untilDue();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'DisableImage', times: 1 });
    await world.pass('delete');
    expect([stateOf(id), (await world.markOf(id))?.state]).toEqual(['disabled', 'deleting']);
    await world.wired.deps.quarantines.remove(IMAGES, [id]);
    await kill();
    use(id);
    await world.release();
    expect(stateOf(id)).toBe('available');
  });

  test('L12 the entry leaves the configuration → Holystone enables the image and removes its mark, and the audit log has both', async () => {
    const [id = ''] = await disabled(1);
    await world.configure(ELSEWHERE);
    expect(await world.wired.deps.quarantines.namespaces()).toEqual([IMAGES]);
    await world.release();
    expect(stateOf(id)).toBe('available');
    expect(await world.marks()).toEqual([]);
    expect(world.events(id).slice(-2)).toEqual(['released', 'unmarked']);
    expect(await world.wired.deps.quarantines.namespaces()).toEqual([]);
  });

  test('L12 AWS denies enabling the image → Holystone keeps it on record, and enables it once AWS allows that', async () => {
    const [id = ''] = await disabled(1);
    await world.configure(ELSEWHERE);
    world.deny('ec2:EnableImage');
    await world.release();
    expect(await world.wired.deps.quarantines.ids(IMAGES)).toEqual([id]);
    world.allow('ec2:EnableImage');
    await world.release();
    expect(stateOf(id)).toBe('available');
  });

  test('L36 the entry leaves the configuration in dry run → the image stays disabled and on record', async () => {
    const [id = ''] = await disabled(1);
    await world.configure({ ...ELSEWHERE, dryRun: true });
    await world.release();
    expect(stateOf(id)).toBe('disabled');
    expect(await world.wired.deps.quarantines.ids(IMAGES)).toEqual([id]);
  });

  test('L12 the entry leaves the configuration → an image that somebody else disabled stays disabled', async () => {
    const id = await disabledByAnother();
    await world.configure(ELSEWHERE);
    await world.release();
    expect(stateOf(id)).toBe('disabled');
  });

  test('L25 Redis is emptied → the next complete survey finds the images in quarantine again', async () => {
    const [id = ''] = await disabled(1);
    await world.redis.flush();
    await world.configure(OPTIONS);
    await world.pass('mark');
    expect(await world.wired.deps.quarantines.ids(IMAGES)).toEqual([id]);
  });
});
