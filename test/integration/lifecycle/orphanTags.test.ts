/** Signatures and the like in ECR, with the rule `orphan`. */
import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { GONE, signatureTag } from '../../support/signatures.ts';

const TAGS = namespaceOf('ecrTag');
const WITH = ', when: [{ rule: policy }, { rule: orphan }]';
const cleanup = (more = WITH, keepN = 1) => ({
  cleanup: `[{ type: ecrTag, accounts: [test], live: true, nameRegexDelete: "v.*", keepN: ${keepN}, olderThan: 30d${more} }]`,
});

const world = worldForAll();
beforeEach(() => world.reset(cleanup()));

interface Seed {
  readonly tag: string;
  readonly repository?: string;
  readonly subject?: string;
  readonly children?: readonly string[];
}

function push({ tag, ...seed }: Seed): string {
  const pushedAt = new Date(world.clock.now() - 100 * DAY).toISOString();
  world.sandbox.control.addEcrTags(HERE, [{ tag, pushedAt, ...seed }]);
  return world.sandbox.control.state(HERE).ecrTags.find((one) => one.tag === tag)?.digest ?? '';
}

async function marked(): Promise<readonly string[]> {
  await world.pass('mark', TAGS);
  return (await world.marks(TAGS)).map(({ id }) => id.replace('shop/web:', '')).toSorted();
}

async function round(): Promise<readonly string[]> {
  await world.pass('mark', TAGS);
  await world.notify(TAGS);
  world.clock.advance(31 * DAY);
  await world.pass('delete', TAGS);
  return world.sandbox.control.state(HERE).ecrTags.map(({ tag }) => tag);
}

/** A survey sees the images beside what belongs to them, then one goes. */
async function lose(digest: string): Promise<void> {
  await world.pass('mark', TAGS);
  world.sandbox.control.removeEcrImage(HERE, digest);
  world.clock.advance(6 * HOUR);
}

test('R26 in ECR only what belongs to an image that is gone is selected, by name or by subject', async () => {
  const [v2, v0] = [push({ tag: 'v2' }), push({ tag: 'v0' })];
  push({ tag: 'v1' });
  push({ tag: signatureTag(v2) });
  push({ tag: 'sbom-of-v2', subject: v2 });
  const gone = [signatureTag(v0), signatureTag(v0, 'att'), 'sbom-of-v0'];
  for (const tag of gone.slice(0, 2)) push({ tag });
  push({ tag: 'sbom-of-v0', subject: v0 });
  push({ tag: `sha256-${'a'.repeat(64)}` });
  await lose(v0);
  expect(await marked()).toEqual([...gone, 'v1'].toSorted());
  await world.configure(cleanup(''));
  expect(await marked()).toEqual(['v1']);
});

test('R26 law 1 in ECR what belongs to an image of another repository stays, also with a `subject`', async () => {
  push({ tag: 'v1' });
  const living = push({ tag: 'v9', repository: 'shop/api' });
  for (const kind of ['sig', 'att', 'sbom'] as const) push({ tag: signatureTag(living, kind) });
  push({ tag: 'sbom-of-api', subject: living });
  push({ tag: signatureTag(GONE), repository: 'shop/signatures' });
  await world.pass('mark', TAGS);
  world.clock.advance(6 * HOUR);
  expect(await marked()).toEqual([]);
});

test.each(['deny', 'empty'] as const)('R26 law 1 in ECR an answer %s about an image makes it unknown', async (kind) => {
  push({ tag: 'v1' });
  const v0 = push({ tag: 'v0' });
  push({ tag: signatureTag(v0) });
  await lose(v0);
  world.sandbox.control.addFault({ kind, operation: 'BatchGetImage' });
  expect(await marked()).not.toContain(signatureTag(v0));
});

test('R26 in ECR an image goes with its last tag, and then its signature', async () => {
  const [, v1] = [push({ tag: 'v2' }), push({ tag: 'v1' })];
  push({ tag: signatureTag(v1) });
  expect(await round()).toEqual(['v2', signatureTag(v1)]);
  expect(await round()).toEqual(['v2']);
});
