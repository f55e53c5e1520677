/** Owners say no by the links that each transport carried. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { type Namespace, parseNamespace } from '../../../src/core/resource/namespace.ts';
import { DAY, GROUPS, HERE, HOUR, IMAGES, THERE, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { Line, TRANSPORTS } from '../../support/transports.ts';

const ANN = 'ann@example.com';
const OTHER_GROUPS = parseNamespace('aws:other:us-east-1:autoScalingGroup') as Namespace;
const WELL_AFTER = 10 * DAY + HOUR;
const FOREVER = { keep: 'forever', reason: 'we need it' };

const world = worldForAll();

const tagOf = (id: string) => {
  const image = world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
  return ((image?.Tags ?? []) as { Key: string; Value: string }[]).find(({ Key }) => Key === 'holystone:keep')?.Value;
};
const target = (value: string) => ({ kind: 'id', value }) as const;

describe.each(TRANSPORTS)('the links that %s carried', (name) => {
  let line: Line;
  const reset = (options: WorldOptions = {}) => world.reset({ top: line.top, ...options });
  beforeEach(async () => {
    line = await Line.start(world, name);
    await reset();
  });
  afterEach(() => line.close());

  /** Images whose owner was notified of them, and the link of each, in the order of the images. */
  async function notified(count = 1): Promise<{ ids: readonly string[]; links: readonly string[] }> {
    const ids = world.addImages(count);
    await world.pass('mark');
    await world.notify();
    const { each } = line.links();
    expect(each).toHaveLength(count);
    return { ids, links: each };
  }
  const one = async () => {
    const { ids, links } = await notified();
    return { id: ids[0] ?? '', link: links[0] ?? '' };
  };
  const deletedAfter = async (ms: number) => {
    world.clock.advance(ms);
    await world.pass('mark');
    await world.pass('delete');
    return world.deregistered();
  };

  test('L62 an owner keeps a resource → its mark is removed, actor and reason are stored, the tag is written, and Holystone does not delete', async () => {
    const { id, link } = await one();
    world.clock.advance(WELL_AFTER);
    expect(await line.press(link, FOREVER)).toMatchObject({ status: 200 });
    expect([await world.markOf(id), await deletedAfter(0)]).toEqual([undefined, []]);
    const [stored] = await world.wired.deps.optOuts.list(IMAGES, target(id));
    expect(stored).toMatchObject({ actor: ANN, until: 'forever', reason: 'we need it' });
    await world.protect();
    expect(tagOf(id)).toBe('always');
  });

  test('L62 AWS denies the keep tag → Holystone writes it once AWS allows it', async () => {
    const { id, link } = await one();
    await line.press(link, FOREVER);
    world.deny('ec2:CreateTags');
    await world.protect().catch(() => undefined);
    expect(tagOf(id)).toBeUndefined();
    world.allow('ec2:CreateTags');
    world.clock.advance(DAY);
    await world.protect();
    expect(tagOf(id)).toBe('always');
  });

  test('L62 Redis cannot store the opt-out safely → the page asks to try again, and the mark stays', async () => {
    const { id, link } = await one();
    const away = async () => {
      throw new StoreError('too few replicas');
    };
    await world.configure({
      top: line.top,
      swap: (parts) => ({
        ...parts,
        optOuts: new Proxy(parts.optOuts, { get: (store, at) => (at === 'optOut' ? away : bound(store, at)) }),
      }),
    });
    const { status, page } = await line.press(link, FOREVER);
    expect([status, /try again/i.test(page), (await world.markOf(id))?.state]).toEqual([503, true, 'noticed']);
  });

  test('L63 an owner keeps a resource for a week → Holystone does not mark it for that week, and marks it after', async () => {
    const { id, link } = await one();
    await line.press(link, { keep: '7d' });
    expect([await deletedAfter(6 * DAY), await world.markOf(id)]).toEqual([[], undefined]);
    expect(await deletedAfter(DAY)).toEqual([]);
    const due = world.clock.now() + 10 * DAY;
    expect(await world.markOf(id)).toMatchObject({ state: 'marked', projectedDeletionAt: due });
  });

  test('L63 an owner keeps an unmarked resource → Holystone never marks it', async () => {
    const { id, link } = await one();
    await line.press(link, { keep: '7d' });
    expect(await line.press(link, FOREVER)).toMatchObject({ status: 200 });
    expect([await deletedAfter(100 * DAY), await world.markOf(id)]).toEqual([[], undefined]);
  });

  test('L64 an owner withdraws an opt-out → Holystone removes its tag and marks again, and the audit log has both', async () => {
    const { id, link } = await one();
    await line.press(link, FOREVER);
    await world.protect();
    expect(await line.press(`${link}/undo`, {})).toMatchObject({ status: 200 });
    await world.protect();
    await world.pass('mark');
    expect([tagOf(id), (await world.markOf(id))?.state]).toEqual([undefined, 'marked']);
    expect(world.events(id).filter((event) => event.startsWith('optOut') || event === 'optedOut')).toEqual([
      'optedOut',
      'optOutUndone',
    ]);
  });

  /** The owner presses between the permit and the request. */
  async function pressAfterPermit(link: string): Promise<{ page: string }> {
    const seen = { page: '' };
    const { permits } = world.wired.parts;
    const request: typeof permits.request = async (...asked) => {
      const answer = await permits.request(...asked);
      if (answer.kind === 'granted') seen.page = (await line.press(link, FOREVER)).page;
      return answer;
    };
    await world.configure({ top: line.top, swap: (parts) => ({ ...parts, permits: { request } }) });
    world.clock.advance(WELL_AFTER);
    await world.pass('delete');
    return seen;
  }

  test('L65 an owner opts out after the permit and AWS refuses → the page says that deletion had begun, and Holystone does not try again', async () => {
    const { id, link } = await one();
    const refusal = { kind: 'error', status: 400, code: 'OperationNotPermitted', times: 1 } as const;
    world.sandbox.control.addFault({ operation: 'DeregisterImage', ...refusal });
    const { page } = await pressAfterPermit(link);
    expect([page.includes('Deletion had already begun'), await world.markOf(id), await deletedAfter(DAY)]).toEqual([
      true,
      undefined,
      [],
    ]);
  });

  test('L65 an owner opts out after the permit and AWS deletes → the page of the link says that the resource was deleted', async () => {
    const { id, link } = await one();
    const { page } = await pressAfterPermit(link);
    expect([page.includes('Deletion had already begun'), world.deregistered()]).toEqual([true, [id]]);
    const { public: site } = await line.open();
    expect(await (await fetch(`${site}${link}`)).text()).toContain('It was deleted');
    expect(await world.wired.deps.optOuts.list(IMAGES, target(id))).toHaveLength(1);
  });

  test('L66 an owner keeps an id in one of two accounts → Holystone deletes only the resource of that id in the other', async () => {
    await reset({
      cleanup: '[{ type: autoScalingGroup, accounts: [test, other], live: true, when: [{ rule: zeroInstances }] }]',
    });
    const id = 'Web:Front/{blue}|50%';
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const size = { MinSize: 0, MaxSize: 0, DesiredCapacity: 0 };
    for (const place of [HERE, THERE]) {
      const seed = { AutoScalingGroupName: id, ...size, CreatedTime, tags: { owner: ANN } };
      world.sandbox.control.addAutoScalingGroups(place, [seed]);
    }
    for (const namespace of [GROUPS, OTHER_GROUPS]) await world.pass('mark', namespace);
    await world.notify(GROUPS, OTHER_GROUPS);
    const { each } = line.links();
    expect(each).toHaveLength(2);
    await line.press(each[0] ?? '', FOREVER);
    const left = [await world.markOf(id, GROUPS), await world.markOf(id, OTHER_GROUPS)].filter((mark) => mark);
    expect(left).toHaveLength(1);
    world.clock.advance(WELL_AFTER);
    for (const namespace of [GROUPS, OTHER_GROUPS]) await world.pass('delete', namespace);
    expect(world.writes().filter(({ operation }) => operation === 'DeleteAutoScalingGroup')).toHaveLength(1);
  });

  test('P2 the link "keep all" keeps all resources, the preferences page lists them, and opening them changes nothing', async () => {
    const { ids, links } = await notified(3);
    const { all, preferences } = line.links();
    const { public: site } = await line.open();
    for (const path of [all, preferences, ...links]) {
      for (const method of ['HEAD', 'GET']) expect((await fetch(`${site}${path}`, { method })).status).toBe(200);
    }
    const list = await (await fetch(`${site}${preferences}`)).text();
    expect(ids.filter((id) => !list.includes(id))).toEqual([]);
    expect(await world.marks()).toHaveLength(3);
    expect((await line.press(all, FOREVER)).status).toBe(200);
    expect([await world.marks(), await deletedAfter(WELL_AFTER)]).toEqual([[], []]);
  });
});

function bound<T extends object>(store: T, at: string | symbol): unknown {
  const value = store[at as keyof T];
  return typeof value === 'function' ? value.bind(store) : value;
}
