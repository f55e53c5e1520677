import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Facts } from '../../../src/core/evaluation/rule.ts';
import { type ImageResource, toImage } from '../../../src/handlers/aws/resources/image.ts';
import { nameStem } from '../../../src/handlers/aws/resources/nameStem.ts';
import { image, keepNewest } from '../../../src/handlers/aws/types/image/handler.ts';
import { verdicts } from '../../support/evaluation.ts';

const facts: Facts = { now: Date.parse('2026-01-01T00:00:00Z'), findings: [] };
const defaults = image.parameters.parse({});

let next = 0;
function anImage(change: Partial<ImageResource> = {}): ImageResource {
  const id = change.id ?? `ami-${next++}`;
  return { id, identity: id, name: 'web', tags: {}, aliases: [id], snapshotIds: [], state: 'available', ...change };
}
const day = (n: number) => new Date(Date.UTC(2025, 0, n));
const keptOf = (images: readonly ImageResource[], parameters = defaults) => {
  const rows = images.map((each) => keepNewest.row(each, parameters)).filter((row) => row !== undefined);
  return [...keepNewest.keep(rows, parameters).keys()];
};
const keptBy = (subject: ImageResource, parameters = defaults) =>
  image.safeguards.flatMap((safeguard) => safeguard.keeps(subject, parameters, facts) ?? []);

describe('nameStem', () => {
  test.each([
    ['web-1.2.3', 'web'],
    ['web-v1.2.3', 'web'],
    ['web_2024-01-31', 'web'],
    ['web 2024-01-31T12-00-00Z', 'web'],
    ['web-20240131T120000Z', 'web'],
    ['web-1700000000', 'web'],
    ['web-1.4-h45.a1b2c3d', 'web'],
    ['web-3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'web'],
    ['web/2.0-rc1', 'web'],
    ['Web-7', 'web'],
    ['base-x86_64-20240131', 'base-x86_64'],
    ['web-1.2-hvm', 'web-1.2-hvm'],
    ['web', 'web'],
    ['web-effaced', 'web-effaced'],
    ['2024-01-31', '2024'],
    ['ubuntu-24.04-base-3', 'ubuntu-24.04-base'],
  ])('%s → %s', (name, stem) => {
    expect(nameStem(name)).toBe(stem);
  });

  test('is never longer than the name, ends quickly, and has no further part to lose', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 128 }), (name) => {
        const stem = nameStem(name);
        expect(stem.length).toBeLessThanOrEqual(name.toLowerCase().length);
        expect(nameStem(stem)).toBe(stem);
      }),
    );
  });
});

describe('keepNewest', () => {
  test('keeps the newest three of a name stem by default', () => {
    const images = [1, 2, 3, 4, 5].map((n) => anImage({ id: `ami-${n}`, name: `web-${n}`, createdAt: day(n) }));
    expect(keptOf([...images, anImage({ id: 'ami-x', name: 'api-1', createdAt: day(1) })]).toSorted()).toEqual([
      'ami-3',
      'ami-4',
      'ami-5',
      'ami-x',
    ]);
  });

  test('an image without a date takes no place of a dated one', () => {
    const dated = [1, 2, 3].map((n) => anImage({ id: `ami-${n}`, createdAt: day(n) }));
    const undated = [anImage({ id: 'ami-0' }), anImage({ id: 'ami-bad', createdAt: new Date(Number.NaN) })];
    expect(keptOf([...undated, ...dated]).toSorted()).toEqual(['ami-0', 'ami-1', 'ami-2', 'ami-3', 'ami-bad']);
  });

  test('R3 images of one instant are ordered by their names, and stay where these say nothing', () => {
    const images = ['9', '10', '11', '12'].map((n) =>
      anImage({ id: `ami-${n}`, name: `base-${n}`, createdAt: day(1) }),
    );
    expect(keptOf(images).toSorted()).toEqual(['ami-10', 'ami-11', 'ami-12']);
    expect(keptOf(images.map((image) => ({ ...image, name: 'base' })))).toHaveLength(4);
  });

  test.each([
    ['Team', { Team: 'a' }],
    ['its key in another case', { TEAM: 'a' }],
    ['blanks around its value', { Team: ' a ' }],
  ])('L27 the tag of a family counts with %s', (_what, tags) => {
    const byTeam = image.parameters.parse({ keepNewest: { by: 'tag:Team', count: 1 } });
    const [older, newer] = [anImage({ createdAt: day(1) }), anImage({ createdAt: day(2) })];
    // By their name they would be one family.
    expect(keptOf([{ ...older, tags }, newer], byTeam)).toHaveLength(2);
    const other = anImage({ name: 'api', createdAt: day(3), tags: { Team: 'a' } });
    expect(keptOf([{ ...older, tags }, other], byTeam)).toEqual([other.id]);
  });

  test('L27 an empty tag of a family is none, and two that differ in case are a family of their own', () => {
    const byTeam = image.parameters.parse({ keepNewest: { by: 'tag:team', count: 1 } });
    const images = [{ team: '' }, { team: 'a', Team: 'b' }, { team: 'a' }].map((tags, index) =>
      anImage({ id: `ami-${index}`, name: `n${index}`, createdAt: day(index + 1), tags }),
    );
    expect(keptOf(images, byTeam)).toHaveLength(3);
    expect(keptOf([...images, anImage({ name: 'n9', createdAt: day(9), tags: { team: '' } })], byTeam)).toHaveLength(4);
  });

  test('images without a date stay, and their age keeps them too', async () => {
    const images = [anImage({ id: 'ami-1', createdAt: day(1) }), ...[2, 3, 4].map((n) => anImage({ id: `ami-${n}` }))];
    expect(keptOf(images)).toHaveLength(4);
    const judged = await verdicts(images.filter(({ createdAt }) => createdAt === undefined));
    expect([...judged.values()].map(({ kind, decidedBy }) => `${kind} by ${decidedBy}`)).toEqual(
      Array.from({ length: 3 }, () => 'keep by age'),
    );
  });

  test('an image that cannot be launched takes no place', () => {
    const good = [1, 2, 3].map((n) => anImage({ id: `ami-${n}`, createdAt: day(n) }));
    const bad = ['failed', 'disabled', 'pending'].map((state, n) => anImage({ state, createdAt: day(20 + n) }));
    expect(keptOf([...good, ...bad]).toSorted()).toEqual(['ami-1', 'ami-2', 'ami-3']);
  });

  test('A118 the last image of an instance, with the instance’s tags, takes no place among them', () => {
    const parameters = image.parameters.parse({ keepNewest: { count: 1, by: 'tag:app' } });
    const last = anImage({ id: 'ami-2', tags: { app: 'a', 'holystone:last-image-of': 'i-1' }, createdAt: day(2) });
    expect(keptOf([anImage({ id: 'ami-1', tags: { app: 'a' }, createdAt: day(1) }), last], parameters)).toEqual([
      'ami-1',
    ]);
  });

  test.each<[string, Partial<ImageResource>]>([
    ['as AWS says', { sourceImageId: 'ami-0123456789' }],
    ['as its description says', { description: '[Copied ami-0123456789 from eu-west-1] web' }],
  ])(
    'A128 a copy (%s) is as old as its copying: it takes no place, and the newest copies stay as well',
    (_how, copied) => {
      const parameters = image.parameters.parse({ keepNewest: { count: 1, by: 'namePrefix' } });
      const made = { sourceImageId: 'ami-9', sourceInstanceId: 'i-1' };
      const built = [1, 2].map((n) => anImage({ id: `ami-${n}`, createdAt: day(n), ...made }));
      const copies = [3, 4].map((n) => anImage({ id: `ami-${n}`, createdAt: day(n), ...copied }));
      expect(keptOf([...built, ...copies], parameters)).toEqual(['ami-2', 'ami-4']);
    },
  );

  test('families by tag; an image without the tag belongs to its name’s family', () => {
    const parameters = image.parameters.parse({ keepNewest: { count: 1, by: 'tag:app' } });
    const images = [
      anImage({ id: 'ami-1', name: 'x', tags: { app: 'a' }, createdAt: day(1) }),
      anImage({ id: 'ami-2', name: 'y', tags: { app: 'a' }, createdAt: day(2) }),
      anImage({ id: 'ami-3', name: 'x', createdAt: day(1) }),
    ];
    expect(keptOf(images, parameters).toSorted()).toEqual(['ami-2', 'ami-3']);
  });

  test('off → keeps nothing and is not enabled', () => {
    const off = image.parameters.parse({ keepNewest: 'off' });
    expect([keptOf([anImage()], off), keepNewest.enabled(off, []), keepNewest.enabled(defaults, [])]).toEqual([
      [],
      false,
      true,
    ]);
  });

  test.each([{ count: 0 }, { count: -1 }, { count: 1.5 }, { by: 'tag:' }, { by: 'name' }, 'none', { family: 'x' }])(
    'refuses %j',
    (keepNewest) => {
      expect(image.parameters.safeParse({ keepNewest }).success).toBe(false);
    },
  );

  test('the policy keeps the same images in any order of the listing, and more with a larger number', () => {
    const members = fc.array(fc.record({ n: fc.nat(30), family: fc.constantFrom('web', 'api'), dated: fc.boolean() }));
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 5 }), (list, count) => {
        const images = list.map(({ n, family, dated }, i) =>
          anImage({ id: `ami-${i}`, name: `${family}-${n}`, ...(dated ? { createdAt: day(n) } : {}) }),
        );
        const keep = (of: readonly ImageResource[], many: number) =>
          keptOf(of, image.parameters.parse({ keepNewest: { count: many } })).toSorted();
        expect(keep(images.toReversed(), count)).toEqual(keep(images, count));
        expect(keep(images, count + 1)).toEqual(expect.arrayContaining(keep(images, count)));
      }),
    );
  });
});

describe('safeguards', () => {
  test.each(['pending', 'failed', 'error', 'invalid', 'transient', 'deregistered', undefined])(
    'an image in state %s is kept',
    (state) => {
      const { state: _state, ...rest } = anImage();
      expect(keptBy(state === undefined ? rest : { ...rest, state })).toHaveLength(1);
    },
  );

  test.each(['available', 'disabled'])('an image in state %s is not kept for it', (state) => {
    expect(keptBy(anImage({ state }))).toEqual([]);
  });

  test.each(['enabled-with-cooldown', 'enabled-without-cooldown', 'something new'])(
    'deregistration protection %s keeps',
    (deregistrationProtection) => {
      expect(keptBy(anImage({ deregistrationProtection }))).toEqual([
        `its deregistration protection is ${deregistrationProtection}`,
      ]);
    },
  );

  test('deregistration protection disabled does not keep', () => {
    expect(keptBy(anImage({ deregistrationProtection: 'disabled' }))).toEqual([]);
  });
});

describe('sharing', () => {
  test('keep is the default; check and ignore are the others', () => {
    expect(defaults.evidence.sharing).toBe('keep');
    const others = ['check', 'ignore', 'off'].map((sharing) => ({ evidence: { sharing } }));
    expect(others.map((given) => image.parameters.safeParse(given).success)).toEqual([true, true, false]);
  });
});

describe('toImage', () => {
  test('odd characters, capitals and tags without value or called like properties survive', () => {
    const tags = [{ Key: '__proto__', Value: 'x' }, { Key: 'Größe', Value: '{a:b}' }, { Key: 'empty' }];
    const resource = toImage({ ImageId: 'ami-1', Name: 'Wéb {1}:/2', Tags: tags });
    expect(resource?.name).toBe('Wéb {1}:/2');
    expect(Object.entries(resource?.tags ?? {})).toEqual([
      ['__proto__', 'x'],
      ['Größe', '{a:b}'],
      ['empty', ''],
    ]);
  });

  test('a field that AWS leaves out is absent, not empty and not false', () => {
    expect(Object.keys(toImage({ ImageId: 'ami-1' }) ?? {}).toSorted()).toEqual(
      ['aliases', 'id', 'identity', 'name', 'snapshotIds', 'tags'].toSorted(),
    );
  });
});
