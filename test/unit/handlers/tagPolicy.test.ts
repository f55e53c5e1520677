/** The cleanup policy of the type `tag`, through the real loader and the real evaluation. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import { evidenceOf } from '../../../src/core/common/finding.ts';
import { evaluate } from '../../../src/core/evaluation/evaluate.ts';
import { collectPopulation } from '../../../src/core/evaluation/population.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { TagResource } from '../../../src/handlers/images/resource.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { tag as handler } from '../../../src/handlers/registry/types/tag/handler.ts';
import { policyOf } from '../../../src/lifecycle/survey/policy.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 20);

/** A tag, so many days old; without days it has no date. */
function aTag(name: string, days?: number, digest = `sha256:${name}`): TagResource {
  const createdAt = days === undefined ? {} : { createdAt: new Date(NOW - days * DAY) };
  return {
    id: name,
    identity: `${name}@${digest}`,
    name,
    tags: {},
    aliases: [digest],
    host: 'hub',
    repository: 'shop/web',
    digest,
    ...createdAt,
  };
}

function load(settings: object): WorkConfiguration {
  const text = JSON.stringify({
    accounts: [{ name: 'hub', provider: 'registry', url: 'http://127.0.0.1:5000', locations: ['shop/web'] }],
    cleanup: [{ type: 'tag', timestampSource: 'image-created', ...settings }],
  });
  return loadConfiguration({ text }, { env: {}, handlers }).workConfigurations[0] as WorkConfiguration;
}

/** Two entries as the daemon reads them: one that selects `a`, and in line 3 another. */
function loadDaemon(faulty: object) {
  const text = `accounts: [{ name: hub, provider: registry, url: "http://127.0.0.1:5000", locations: [a, b] }]
cleanup: [{ type: tag, timestampSource: image-created, locations: [a], nameRegexDelete: a },
  ${JSON.stringify({ type: 'tag', timestampSource: 'image-created', locations: ['b'], ...faulty })}]`;
  return loadConfiguration({ text, file: 'x.yaml' }, { env: {}, handlers, mayDisable: true });
}

function problemsOf(settings: object): readonly string[] {
  try {
    load(settings);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.map(({ message }) => message);
    throw error;
  }
}

/** The selected tags in alphabetical order. @param firstSeen identity → ms since the epoch */
async function selected(tags: readonly TagResource[], settings: object, firstSeen = new Map<string, number>()) {
  return selectedBy(tags, load(settings), firstSeen);
}

async function selectedBy(
  tags: readonly TagResource[],
  wc: WorkConfiguration,
  firstSeen: ReadonlyMap<string, number> = new Map(),
) {
  const none = new Map();
  const stored = { optOuts: none, lastUsed: none, unobserved: [], firstSeen, usersPendingDeletion: none, now: NOW };
  const policy = policyOf(handler, wc, stored);
  async function* pages() {
    for (const tag of tags) yield [tag];
  }
  const population = await collectPopulation(pages(), policy.setPolicies);
  const verdicts = evaluate({ subjects: tags, population, evidence: evidenceOf([]), policy, now: NOW });
  return tags
    .filter(({ id }) => verdicts.get(id)?.kind === 'candidate')
    .map(({ id }) => id)
    .sort();
}

const GITLAB = { nameRegexDelete: '.*', nameRegexKeep: 'production-.*', keepN: 1, olderThan: '7d' };

describe('the order of the policy', () => {
  test("R1 GitLab's worked example selects dev-v42, v42 and v43", async () => {
    const tags = [
      ...[aTag('latest', 2 / 24), aTag('production-v44', 3), aTag('production-v43', 6), aTag('production-v42', 11)],
      ...[aTag('dev-v44', 2), aTag('dev-v43', 5), aTag('dev-v42', 10)],
      ...[aTag('v44', 1), aTag('v43', 12), aTag('v42', 20)],
    ];
    expect(await selected(tags, GITLAB)).toEqual(['dev-v42', 'v42', 'v43']);
  });

  test('R1 `latest` and kept tags use no place of keepN, and a protected tag does', async () => {
    const tags = [aTag('latest', 8), aTag('production-1', 9), aTag('a', 10), aTag('b', 11), aTag('c', 12)];
    expect(await selected(tags, GITLAB)).toEqual(['b', 'c']);
    expect(await selected(tags, { ...GITLAB, protect: ['a'] })).toEqual(['b', 'c']);
    expect(await selected(tags, { ...GITLAB, keepLatest: false })).toEqual(['a', 'b', 'c']);
  });

  test('R1 `olderThan` replaces the built-in minimum age, and none that the file gives', async () => {
    const tags = [aTag('new', 1), aTag('old', 10)];
    expect(await selected(tags, GITLAB)).toEqual(['old']);
    expect(await selected(tags, { ...GITLAB, minimumAge: '20d' })).toEqual([]);
    expect(await selected(tags, { ...GITLAB, olderThan: undefined })).toEqual([]);
  });

  test('R1 `olderThan: 0d` selects tags of any age, and a `minimumAge` of the file still keeps the young', async () => {
    const tags = [aTag('now', 0), aTag('old', 10)];
    const any = { nameRegexDelete: '.*', olderThan: '0d', allowDeleteAll: true };
    expect(await selected(tags, any)).toEqual(['now', 'old']);
    expect(await selected(tags, { ...any, minimumAge: '5d' })).toEqual(['old']);
  });

  test('R1 with rules in `when` the policy still keeps', async () => {
    const when = [{ rule: 'age', moreThan: '8d' }];
    expect(await selected([aTag('production-1', 90), aTag('a', 9), aTag('b', 90)], { ...GITLAB, when })).toEqual(['b']);
  });
});

describe('the newest images', () => {
  const three = (digest: string, days: number, ...names: string[]) => names.map((name) => aTag(name, days, digest));
  const IMAGES = [
    ...three('sha256:a', 100, 'v1', '1.0', 'stable'),
    ...three('sha256:b', 90, 'v2', '2.0', 'next'),
    ...three('sha256:c', 80, 'v3', '3.0', 'latest'),
  ];

  test('R3 `keepImages: 2` keeps two images with all their tags, as Harbor does; `keepN: 2` keeps two tags', async () => {
    expect(await selected(IMAGES, { nameRegexDelete: '.*', keepImages: 2 })).toEqual(['1.0', 'stable', 'v1']);
    expect(await selected(IMAGES, { nameRegexDelete: '.*', keepN: 2 })).toHaveLength(6);
  });

  test('R3 beside `keepN`: what either keeps stays', async () => {
    expect(await selected(IMAGES, { nameRegexDelete: '.*', keepImages: 1, keepN: 5 })).toEqual(['1.0', 'stable', 'v1']);
  });

  test('R3 an image of which a tag may not go takes a place only by its other tags', async () => {
    const policy = { nameRegexDelete: 'v.*|[0-9.]+', keepImages: 1 };
    expect(await selected(IMAGES, policy)).toEqual(['1.0', '2.0', 'v1', 'v2']);
    expect(await selected(IMAGES, { ...policy, nameRegexKeep: '.*3.*' })).toEqual(['1.0', 'v1']);
  });

  test('R3 images of one date are ordered by their names: an image stays if one of its tags might be newer', async () => {
    const same = [
      ...three('sha256:a', 9, 'v1.9', 'x'),
      ...three('sha256:b', 9, 'v1.10'),
      ...three('sha256:c', 9, 'v1.2'),
    ];
    const policy = { nameRegexDelete: '.*', keepImages: 1, olderThan: '1d' };
    expect(await selected(same, policy)).toEqual(['v1.2']);
    expect(
      await selected(
        same.filter(({ name }) => name !== 'x'),
        policy,
      ),
    ).toEqual(['v1.2', 'v1.9']);
  });

  test('R3 an image of which one tag has no date has no order by date', async () => {
    const tags = [
      ...three('sha256:a', 100, 'v1'),
      aTag('v1-debug', undefined, 'sha256:a'),
      aTag('v2', 90),
      aTag('v3', 80),
    ];
    expect(await selected(tags, { nameRegexDelete: '.*', keepImages: 1 })).toEqual(['v2']);
  });

  test('R3 twelve tags of one image are one image', async () => {
    const many = Array.from({ length: 12 }, (_, n) => aTag(`v${n}`, 50, 'sha256:a'));
    expect(await selected([...many, aTag('old', 60)], { nameRegexDelete: '.*', keepImages: 1 })).toEqual(['old']);
  });

  test('R3 `orderBy: version` goes by the versions, whenever they were pushed', async () => {
    const tags = [
      aTag('1.9.2', 10),
      aTag('1.10.0', 90),
      aTag('1.10.0-rc.1', 5),
      aTag('1.2.0', 8),
      aTag('nightly', 300),
    ];
    expect(await selected(tags, { nameRegexDelete: '.*', keepN: 1, orderBy: 'version', olderThan: '1d' })).toEqual([
      '1.10.0-rc.1',
      '1.2.0',
      '1.9.2',
    ]);
  });

  test.each(['keepN', 'keepImages'])(
    'R31 `orderBy: push` goes by the push alone, with %s: one without stays',
    async (key) => {
      const ago = (days: number) => new Date(NOW - days * DAY);
      const pushed = (name: string, builtDaysAgo: number, daysAgo?: number): TagResource => ({
        ...aTag(name),
        builtAt: ago(builtDaysAgo),
        ...(daysAgo === undefined ? {} : { pushedAt: ago(daysAgo) }),
      });
      const order = { orderBy: 'push', olderThan: '0d', timestampSource: 'first-seen' };
      const parameters = { nameRegexDelete: '.*', [key]: 1, ...order };
      const seen = (tags: readonly TagResource[]) =>
        new Map(tags.map(({ identity }) => [identity ?? '', NOW - 60 * DAY]));
      const rollback = [pushed('rollback', 400, 3), pushed('v2', 100, 40), pushed('v3', 90, 50)];
      expect(await selected(rollback, parameters, seen(rollback))).toEqual(['v2', 'v3']);
      const unstated = [pushed('rollback', 400), pushed('v2', 100), pushed('v3', 90, 50)];
      expect(await selected(unstated, parameters, seen(unstated))).toEqual([]);
    },
  );

  test('R31 `orderBy: push` is refused where only builds are read', () => {
    const parameters = { nameRegexDelete: '.*', keepN: 1, orderBy: 'push', timestampSource: 'image-created' };
    expect(problemsOf(parameters)).toEqual([expect.stringContaining('no push is known')]);
  });

  test.each([0, -1, 1.5, '2', true])('R2 `keepImages: %j` is refused', (keepImages) => {
    expect(problemsOf({ nameRegexDelete: '.*', keepImages })).toEqual([
      expect.stringContaining('a whole number of images to keep, at least 1'),
    ]);
  });

  test('R2 an order that is not known is refused', () => {
    expect(problemsOf({ nameRegexDelete: '.*', keepN: 1, orderBy: 'semver' })).toEqual([
      expect.stringContaining('allowed'),
    ]);
  });
});

describe('regexes', () => {
  test('R2 a regex matches the whole name: `a|b` is exactly a or b', async () => {
    const tags = ['a', 'b', 'ab', 'ba', 'xa', 'bx'].map((name) => aTag(name, 90));
    expect(await selected(tags, { nameRegexDelete: 'a|b', keepN: 9 })).toEqual([]);
    expect(await selected(tags, { nameRegexDelete: 'a|b' })).toEqual(['a', 'b']);
    expect(await selected(tags, { nameRegexDelete: 'a|ab' })).toEqual(['a', 'ab']);
    expect(await selected(tags, { nameRegexDelete: '.*', nameRegexKeep: 'a|b' })).toEqual(['ab', 'ba', 'bx', 'xa']);
  });

  test('R2 a regex that other engines never finish is answered at once', async () => {
    const tags = [aTag(`${'a'.repeat(127)}!`, 90), aTag('a'.repeat(128), 90)];
    expect(await selected(tags, { nameRegexDelete: '(a+)+' })).toEqual(['a'.repeat(128)]);
  });

  test.each([
    ['an empty delete regex', { nameRegexDelete: '' }, 'not empty'],
    ['none', {}, 'needs `nameRegexDelete`'],
    ['one that does not compile', { nameRegexDelete: 'a(' }, 'not a regex of RE2'],
    ['one that RE2 does not have', { nameRegexDelete: '(?!latest).*' }, 'not a regex of RE2'],
    ['a keep regex that does not compile', { nameRegexDelete: 'a', nameRegexKeep: '[' }, 'not a regex of RE2'],
    ['a protected one that does not compile', { nameRegexDelete: 'a', protect: ['*'] }, 'not a regex of RE2'],
    ['keepN 0', { nameRegexDelete: 'a', keepN: 0 }, 'at least 1'],
  ])('R2 %s is an error in the configuration', (_what, settings, words) => {
    expect(problemsOf(settings).join()).toContain(words);
  });

  test.each([
    ['nameRegexDelete', { nameRegexDelete: 'a(' }],
    ['nameRegexDelete', { nameRegexDelete: '(?!latest).*' }],
    ['nameRegexKeep', { nameRegexDelete: '.*', nameRegexKeep: '[' }],
    ['protect[1]', { nameRegexDelete: '.*', protect: ['v1', '*'] }],
  ])('R2 in the daemon %s of %j disables its own entry with a warning, and the others go on', async (key, faulty) => {
    const read = loadDaemon(faulty);
    expect(read.warnings).toEqual([
      {
        file: 'x.yaml',
        line: 3,
        column: expect.any(Number),
        message: expect.stringContaining(`cleanup[1].${key}: not a regex of RE2`),
      },
    ]);
    expect(read.warnings[0]?.message).toContain('this entry deletes nothing until it is corrected');
    const chosen = read.workConfigurations.map(async (wc) =>
      selectedBy(
        ['a', 'v1', 'latest'].map((name) => aTag(name, 90)),
        wc,
      ),
    );
    expect(await Promise.all(chosen)).toEqual([['a'], []]);
  });

  test.each([
    ['an empty delete regex', { nameRegexDelete: '' }],
    ['no delete regex', {}],
    ['a policy that selects all', { nameRegexDelete: '.*' }],
  ])('R2 R5 %s is an error in the daemon too', (_what, faulty) => {
    expect(() => loadDaemon(faulty)).toThrow(ConfigurationError);
  });

  test.each(['.*', '.+', '^.*$', '(.|-)*', '[\\w.-]+', '(?s:.*)', '.{1,100}', '[^/]{1,64}'])(
    'R5 %s selects all: refused unless something keeps, or it is accepted',
    (all) => {
      expect(problemsOf({ nameRegexDelete: all, olderThan: '90d' }).join()).toContain('nothing keeps any');
      for (const more of [{ keepN: 1 }, { nameRegexKeep: 'v.*' }, { protect: ['v1'] }, { allowDeleteAll: true }]) {
        expect(problemsOf({ nameRegexDelete: all, ...more })).toEqual([]);
      }
    },
  );

  test('R5 a regex of some tags needs nothing that keeps', () => {
    expect(problemsOf({ nameRegexDelete: 'dev-.*' })).toEqual([]);
  });
});

describe('the first-seen time as the date', () => {
  const settings = { ...GITLAB, timestampSource: 'first-seen' };
  const seen = (tags: readonly TagResource[], days: readonly number[]) =>
    new Map(tags.map(({ identity }, index) => [identity, NOW - (days[index] ?? 0) * DAY]));

  test('R4 it decides about age, and about keepN nothing: it may be that of a restart, or lost', async () => {
    const tags = ['a', 'b', 'c', 'd'].map((name) => aTag(name));
    const aged = { ...settings, keepN: undefined };
    expect(await selected(tags, aged, seen(tags, [9, 20, 30, 2]))).toEqual(['a', 'b', 'c']);
    expect(await selected(tags, settings, seen(tags, [9, 20, 30, 40]))).toEqual([]);
  });

  test('R4 a tag that moved to another image is young again, and one that was never seen is kept', async () => {
    const [old, other] = [aTag('v1', undefined, 'sha256:1'), aTag('v2')];
    const known = seen([old, other], [90, 60]);
    expect(await selected([old, other], settings, known)).toEqual(['v1']);
    expect(await selected([aTag('v1', undefined, 'sha256:2'), other], settings, known)).toEqual([]);
  });

  const versions = Array.from({ length: 20 }, (_, index) => aTag(`v1.${index + 1}`));
  const all = versions.map(() => 60);

  test('R4 of a registry older than Holystone, or after Redis was lost, the newest stay', async () => {
    const stay = async (tags: readonly TagResource[], days: readonly number[]) => {
      const gone = await selected(tags, { ...settings, keepN: 3 }, seen(tags, days));
      return tags.map(({ id }) => id).filter((id) => !gone.includes(id));
    };
    expect(await stay(versions, all)).toEqual(['v1.18', 'v1.19', 'v1.20']);
    // Some records were lost: these tags seem to be younger.
    expect(await stay(versions, [20, 20, 20, ...all.slice(3)])).toEqual(['v1.18', 'v1.19', 'v1.20']);
    const built = versions.map((tag, index) => ({ ...tag, builtAt: new Date(NOW - (90 + index) * DAY) }));
    expect(await stay(built, all)).toEqual(['v1.1', 'v1.2', 'v1.3']);
    const pushed = built.map((tag, index) => ({ ...tag, pushedAt: new Date(NOW - (90 - index) * DAY) }));
    expect(await stay(pushed, all)).toEqual(['v1.18', 'v1.19', 'v1.20']);
  });

  test('R4 a tag whose build date could not be read stays, and makes no other go', async () => {
    const [unread, ...others] = versions.toReversed().map((tag) => ({ ...tag, builtAt: new Date(NOW - 90 * DAY) }));
    const tags = [{ ...(unread as TagResource), builtAt: 'unread' as const }, ...others];
    const gone = await selected(tags, settings, seen(tags, all));
    expect(tags.map(({ id }) => id).filter((id) => !gone.includes(id))).toEqual(['v1.20', 'v1.19']);
  });

  test('R4 it does not stand in for a date that the entry wants from elsewhere', async () => {
    const tags = ['a', 'b'].map((name) => aTag(name));
    expect(await selected(tags, GITLAB, seen(tags, [90, 90]))).toEqual([]);
  });
});

describe('of any repository', () => {
  const names = fc.stringMatching(/^(v[0-9]|dev-[a-c]|production-[0-9]|latest|[a-z]{1,3})$/);
  const tags = fc
    .uniqueArray(fc.record({ name: names, days: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }) }), {
      selector: ({ name }) => name,
      maxLength: 25,
    })
    .map((given) => given.map(({ name, days }) => aTag(name, days)));
  const regex = fc.constantFrom('.*', 'v.*', 'dev-.*|v[0-4]', '[a-m].*', 'production-.*');
  const settings = fc.record(
    {
      nameRegexDelete: regex,
      nameRegexKeep: regex,
      keepN: fc.integer({ min: 1, max: 6 }),
      olderThan: fc.constantFrom('1d', '7d', '30d'),
      protect: fc.array(regex, { maxLength: 2 }),
      keepLatest: fc.boolean(),
      minimumAge: fc.constant('1d'),
      allowDeleteAll: fc.constant(true),
    },
    { requiredKeys: ['nameRegexDelete', 'allowDeleteAll', 'minimumAge'] },
  );
  const without = (all: readonly TagResource[], index: number) => all.filter((_tag, at) => at !== index);
  const whole = (source: string) => new RegExp(`^(?:${source})$`);

  test('R1 keep beats delete, and a tag without a date is never selected', async () => {
    await fc.assert(
      fc.asyncProperty(tags, settings, async (all, given) => {
        const wrong = (await selected(all, given)).filter((name) => {
          const isKept = [given.nameRegexKeep, ...(given.protect ?? [])].some(
            (one) => one !== undefined && whole(one).test(name),
          );
          const isLatest = name === 'latest' && given.keepLatest !== false;
          const isUndated = all.find(({ id }) => id === name)?.createdAt === undefined;
          return isKept || isLatest || isUndated || !whole(given.nameRegexDelete).test(name);
        });
        expect(wrong).toEqual([]);
      }),
    );
  });

  test('R3 at least keepN of the dated tags that may be deleted stay, the newest ones', async () => {
    await fc.assert(
      fc.asyncProperty(tags, settings, fc.integer({ min: 1, max: 6 }), async (all, given, keepN) => {
        const chosen = await selected(all, { ...given, keepN });
        const may = all.filter(
          ({ name, createdAt }) =>
            createdAt !== undefined &&
            whole(given.nameRegexDelete).test(name) &&
            !(given.nameRegexKeep !== undefined && whole(given.nameRegexKeep).test(name)) &&
            !(name === 'latest' && given.keepLatest !== false),
        );
        const newest = may.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt)).slice(0, keepN);
        const oldestKept = Math.min(...newest.map(({ createdAt }) => Number(createdAt)));
        const stay = may.filter(({ id }) => !chosen.includes(id));
        expect(stay.length).toBeGreaterThanOrEqual(Math.min(keepN, may.length));
        expect(may.filter(({ id, createdAt }) => chosen.includes(id) && Number(createdAt) > oldestKept)).toEqual([]);
      }),
    );
  });

  test('law 1 taking a tag or its date away never selects another', async () => {
    await fc.assert(
      fc.asyncProperty(tags, settings, fc.nat(24), async (all, given, index) => {
        const before = await selected(all, given);
        const { createdAt: _date, ...undated } = all[index] ?? aTag('none');
        for (const less of [
          without(all, index),
          all.map((one, at) => (at === index ? (undated as TagResource) : one)),
        ]) {
          expect((await selected(less, given)).filter((name) => !before.includes(name))).toEqual([]);
        }
      }),
    );
  });

  test('R3 the order of the listing decides nothing, but among equal dates', async () => {
    await fc.assert(
      fc.asyncProperty(tags, settings, async (all, given) => {
        expect(await selected(all.toReversed(), given)).toEqual(await selected(all, given));
      }),
    );
  });
});
