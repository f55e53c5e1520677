import { describe, expect, test } from '@jest/globals';
import { PartialReadError, ReadError, type ReadProblem } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import { collecting, findInPages, findOfEach } from '../../../src/handlers/contract/collecting.ts';
import { resource } from '../../support/evaluation.ts';

const used = (alias: string): Finding => ({ alias, says: 'used', by: 'instance i-1' });
const failure = (problem: ReadProblem) => new ReadError(`it is ${problem}`, { problem, permission: 'ec2:X' });
async function* pages(...all: readonly (readonly string[] | Error)[]) {
  for (const page of all) {
    if (page instanceof Error) throw page;
    yield page;
  }
}
/** An item that begins with `!` cannot be read, for the problem that it names. */
const read = (item: string): readonly Finding[] => {
  if (item.startsWith('!')) throw failure(item.slice(1) as ReadProblem);
  return [used(item)];
};
async function endOf(reading: Promise<readonly Finding[]>) {
  try {
    return { found: (await reading).map(({ alias }) => alias) };
  } catch (error) {
    const { found = [], failed, problem }: Partial<PartialReadError> = error instanceof PartialReadError ? error : {};
    return { found: found.map(({ alias }) => alias), problem, ...(failed ? { failed: [...failed] } : {}) };
  }
}

describe('A15 findings survive a read that fails', () => {
  test('everything was read → everything that was found', async () => {
    expect(await endOf(findInPages(pages(['a'], ['b']), read))).toEqual({ found: ['a', 'b'] });
  });

  test.each<[string, readonly (readonly string[] | Error)[], readonly string[], ReadProblem]>([
    ['a page that is cut short', [['a'], failure('malformed')], ['a'], 'malformed'],
    ['one item that cannot be understood', [['!malformed', 'a'], ['b']], ['a', 'b'], 'malformed'],
    ['one item that may not be read', [['!denied', 'a']], ['a'], 'denied'],
    ['an item for which AWS throttles: nothing more is asked', [['a', '!throttled', 'b']], ['a'], 'throttled'],
    [
      'one denied and one broken: what broke is reported, so that it is never accepted',
      [['!denied', '!failed']],
      [],
      'failed',
    ],
  ])('%s', async (_case, given, found, problem) => {
    expect(await endOf(findInPages(pages(...given), read))).toEqual({ found, problem });
  });

  test('findings of a part of the read before its failure count too', async () => {
    const reading = collecting(async (found) => {
      await found.attempt(async () => {
        await findInPages(pages(['a'], failure('malformed')), read);
      });
    });
    expect(await endOf(reading)).toEqual({ found: ['a'], problem: 'malformed' });
  });

  test('each candidate is read on its own; a read that fails for all is sent once', async () => {
    const each = (...ids: readonly string[]) =>
      endOf(
        findOfEach(
          ids.map((id) => resource(id)),
          async ({ id }) => read(id),
        ),
      );
    expect(await each('a', '!malformed', 'b')).toEqual({
      found: ['a', 'b'],
      problem: 'malformed',
      failed: ['!malformed'],
    });
    expect(await each('a', '!credentials', 'b')).toEqual({
      found: ['a'],
      problem: 'credentials',
      failed: ['!credentials', 'b'],
    });
  });

  test('an error that is no failed read is not taken for one', async () => {
    const broken = findInPages(pages(['a']), () => {
      throw new TypeError('a bug');
    });
    await expect(broken).rejects.toThrow(TypeError);
  });
});
