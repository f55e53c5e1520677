/** A review by families of names from the command line, the three of a person as processes of their own. */
import { expect, test } from '@jest/globals';
import { IMAGES, stageForAll } from './stage.ts';

const stage = stageForAll();

interface Review {
  readonly passId: string | null;
  readonly held: number;
  readonly families: readonly { readonly name: string; readonly size: number }[];
}

test('L76 L74 approve --family, plan and explain agree on what is held', async () => {
  const [one = '', two = '', three = ''] = stage.addImages(3);
  const config = stage.config({
    cleanup: '[{ type: image, rollout: notify, live: true, when: [{ rule: unused }], keepNewest: off }]',
    tripwires: 'newMarks: 1, markedShare: 100%, unmarkedShare: 100%',
  });
  /** A process of its own, as a person runs it. */
  const program = (...args: readonly string[]) => stage.run([...args, '--config', config]);
  const run = (...args: readonly string[]) => stage.here([...args, '--config', config]);
  const survey = async () => {
    const { stdout } = await run('run', '--once', '--action', 'mark', '--format', 'json');
    return JSON.parse(stdout) as { outcome: string; passId: string; counts: Record<string, number> };
  };
  const plan = async () => {
    const { stdout } = await run('plan', '--format', 'json');
    const [first] = JSON.parse(stdout).namespaces;
    return first as {
      status: string;
      review?: Review;
      resources: { id: string; name: string; review?: true; wouldDeleteAt: string | null }[];
    };
  };

  const before = await plan();
  expect([before.status, before.review]).toEqual(['blocked', undefined]);
  const blocked = await survey();
  expect(blocked.outcome).toBe('blocked');
  const nameOf = (id: string) => before.resources.find((row) => row.id === id)?.name ?? '';
  const [familyOne, familyTwo] = [nameOf(one), nameOf(two)];

  const approved = await program('approve', IMAGES, '--pass', blocked.passId, '--family', familyOne);
  expect(approved).toMatchObject({ code: 0 });
  expect(approved.stdout).toMatch(/holds 2 until somebody approves or keeps them/);

  // Approved, and no pass has marked it yet.
  const waiting = await plan();
  expect([waiting.status, waiting.review?.held]).toEqual(['complete', 2]);
  expect((await run('explain', IMAGES, one)).stdout).toContain(`  held: its family ${familyOne} is approved`);

  expect(await survey()).toMatchObject({ outcome: 'complete', counts: { marked: 1, held: 2 } });
  const open = await plan();
  expect(open.review).toMatchObject({ held: 2 });
  expect(open.review?.families.map(({ name }) => name).toSorted()).toEqual([familyTwo, nameOf(three)].toSorted());
  const held = open.resources.filter(({ review }) => review);
  expect(held.map(({ id, wouldDeleteAt }) => [id, wouldDeleteAt]).toSorted()).toEqual(
    [two, three].toSorted().map((id) => [id, null]),
  );
  const passId = open.review?.passId ?? '';
  const text = (await program('plan')).stdout.replace(/\s+/g, ' ');
  expect(text).toContain(`2 resources of ${IMAGES} are held under review`);
  expect(text).toContain(`holystone approve ${IMAGES} --pass ${passId}`);
  expect(text).toContain('held until somebody approves it:');
  const explained = (await program('explain', IMAGES, two)).stdout;
  expect(explained).toContain(
    `  held: nobody has approved it yet: keep it, or run holystone approve ${IMAGES} --pass ${passId} --family ${familyTwo}`,
  );
  expect((await run('explain', IMAGES, one)).stdout).not.toContain('  held:');

  // The command that `explain` names does what it says.
  expect(await run('approve', IMAGES, '--pass', passId, '--family', familyTwo)).toMatchObject({ code: 0 });
  expect(await survey()).toMatchObject({ outcome: 'complete', counts: { marked: 1, held: 1 } });
  const last = (await plan()).review?.passId ?? '';
  const refused = await run('approve', IMAGES, '--pass', last, '--family', 'no-such-*');
  expect([refused.code, refused.stdout]).toEqual([expect.any(Number), '']);
  expect(refused.code).not.toBe(0);
  expect(await run('approve', IMAGES, '--pass', last)).toMatchObject({ code: 0 });
  expect((await survey()).counts).toMatchObject({ marked: 1 });
  expect((await plan()).review).toBeUndefined();
});
