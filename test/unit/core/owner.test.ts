import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type OwnerSources, resolveOwner } from '../../../src/core/owner/owner.ts';
import type { RegistryReading } from '../../../src/core/owner/ownerRegistry.ts';
import { addressesOf } from '../../../src/core/owner/owners.ts';
import type { OwnerSettings } from '../../../src/core/policy/ownerSettings.ts';
import { addressesIn, parseAddress } from '../../../src/core/text/address.ts';

const settings = { order: ['tags', 'account', 'fallback'], tags: ['owner', 'creator'] } as const;
const account = { name: 'test', owner: 'account@example.com' };
const sources = { settings, account, fallback: 'cloud@example.com' };
const resolve = (tags: Record<string, string>, given: Partial<OwnerSources> = {}) =>
  resolveOwner({ tags }, { ...sources, ...given });

describe('owner', () => {
  test('P1 tags are asked in the configured order', () => {
    const tags = { creator: 'carol@example.com', owner: 'dana@example.com' };
    expect(resolve(tags)).toEqual({ owner: 'dana@example.com', via: 'tag owner', unowned: false, invalid: [] });
  });

  test('P1 K1 without an owner of its own, that of its last user is asked, and then the account', () => {
    const lastUser = { name: 'stack shop', tags: { Owner: 'shop@example.com' } };
    const of = (tags: Record<string, string>, user = lastUser) => resolveOwner({ tags, lastUser: user }, sources);
    expect(of({})).toMatchObject({ owner: 'shop@example.com', via: 'tag Owner of stack shop', unowned: false });
    expect(of({ creator: 'carol@example.com' }).via).toBe('tag creator');
    const nobody = { name: 'stack shop', tags: { Owner: 'shop' } };
    expect(of({}, nobody)).toMatchObject({ via: 'account test', invalid: ['tag Owner of stack shop'] });
  });

  test('P2 the registry is asked by the tags of the last user too', () => {
    const settings = { order: ['registry', 'fallback'], tags: [], registry: { tags: ['app'] } } as never;
    const registry = { kind: 'read', owners: new Map([['shop', 'shop@example.com']]) } as never;
    const lastUser = { name: 'stack shop', tags: { app: 'shop' } };
    expect(resolveOwner({ tags: {}, lastUser }, { ...sources, settings, registry }).via).toBe('registry shop');
  });

  describe('L84 the team that a saving belongs to', () => {
    const order = ['tags', 'registry'];
    const all = { ...settings, registry: { tags: ['app'] }, team: { order, tags: ['team', 'cost-center'] } } as never;
    const owners = new Map([['shop', 'Shop@example.com']]);
    const of = (tags: Record<string, string>, given: Partial<OwnerSources> = {}) => {
      const { team, isTeamUnsure } = resolve(tags, { settings: all, registry: { kind: 'read', owners }, ...given });
      return isTeamUnsure ?? team;
    };

    test('is in the first tag with a value, else what the registry says, else the owner', () => {
      expect(of({ Team: ' Platform ', 'cost-center': '42' })).toBe('platform');
      expect(of({ team: ' ', 'cost-center': '42' })).toBe('42');
      expect(of({ app: 'shop', owner: 'dana@example.com' })).toBe('shop@example.com');
      expect(of({ app: 'unheard' })).toBeUndefined();
      expect(of({ team: 'x'.repeat(1_000) })).toHaveLength(200);
    });

    test('changes nothing about who is notified', () => {
      const { owner, via } = resolve({ team: 'eve@evil.example', owner: 'dana@example.com' }, { settings: all });
      expect([owner, via]).toEqual(['dana@example.com', 'tag owner']);
    });

    test('is unsure while the registry that may name it cannot be read, and no tag does', () => {
      const unread = { registry: { kind: 'unread', why: 'it is down' } } as const;
      expect([of({ app: 'shop' }, unread), of({ app: 'shop', team: 'a' }, unread), of({}, unread)]).toEqual([
        true,
        'a',
        undefined,
      ]);
    });

    test('is not asked for where the configuration does not', () => {
      expect(resolve({ team: 'platform' })).not.toHaveProperty('team');
    });
  });

  test('P1 a name that `owner.map` has stands for an address of the operator, and is named as the source', () => {
    const map = { 'team-a': 'a@elsewhere.example', 'team b': 'b@example.com' };
    const named = (owner: string) => resolve({ owner }, { settings: { ...settings, map, domains: ['example.com'] } });
    expect(named('Team-A')).toMatchObject({ owner: 'a@elsewhere.example', via: 'tag owner: team-a in owner.map' });
    expect(named(' TEAM B ')).toMatchObject({ owner: 'b@example.com', unowned: false });
    expect(named('unheard, team b; team-a')).toMatchObject({
      owner: 'a@elsewhere.example, b@example.com',
      via: 'tag owner: team b, team-a in owner.map',
    });
    expect(named('team-a, ann@example.com, eve@evil.example')).toMatchObject({
      owner: 'a@elsewhere.example, ann@example.com',
      refused: ['eve@evil.example'],
    });
    expect(named('team-a, Team-A')).toMatchObject({ via: 'tag owner: team-a in owner.map' });
    expect(named('team-c')).toMatchObject({ via: 'account test', invalid: ['tag owner'] });
    expect(named('toString')).toMatchObject({ via: 'account test' });
  });

  test('P1 the whole text is a name before its parts are, and what the operator wrote is none', () => {
    const map = { 'a, b': 'both@example.com', a: 'a@example.com', 'account@example.com': 'other@example.com' };
    const given = { settings: { ...settings, map } };
    expect(resolve({ owner: 'A, b' }, given)).toMatchObject({
      owner: 'both@example.com',
      via: 'tag owner: a, b in owner.map',
    });
    expect(resolve({}, given)).toMatchObject({ owner: 'account@example.com', via: 'account test' });
  });

  test('P1 a word that `owner.map` has is no mailbox as well', () => {
    const map = { 'team-a': 'a@elsewhere.example' };
    const given = { settings: { ...settings, map, nameDomain: 'example.com' } };
    expect(resolve({ owner: 'Team-A, ann' }, given).owner).toBe('a@elsewhere.example, ann@example.com');
  });

  test('P1 a single word is a mailbox of `owner.nameDomain`, unless it says that there is nobody', () => {
    const at = (owner: string, domains = ['example.com']) =>
      resolve({ owner }, { settings: { ...settings, nameDomain: 'example.com', domains } }).owner;
    const words = ['ann', 'ann.lee', 'a', 'a1', '1a', '_ann', 'banana', 'teamlead', 'unowned-things'];
    expect(words.map((one) => at(one))).toEqual(words.map((one) => `${one}@example.com`));
    expect(at('ann@example.com')).toBe('ann@example.com');
    const others = [
      'none',
      'noone',
      'no-one',
      'na',
      'ann+x',
      "d'ann",
      'Unknown',
      'N-A',
      '123456789012',
      'ann lee',
      'ann/lee',
      '-ann',
      '',
      'a%b',
      'eve@evil.example',
    ];
    expect(others.map((one) => at(one))).toEqual(others.map(() => 'account@example.com'));
    expect(at('ann', ['other.example'])).toBe('account@example.com');
  });

  test('P1 the unit of the account and its address are places of their own, in the configured order and named as the source', () => {
    const unitOwner = { unit: 'ou-abcd-12345678', owner: 'a@elsewhere.example, b@elsewhere.example' };
    const member = { name: '111111111111', unitOwner, mail: 'aws+shop@example.com' };
    const of = (order: readonly string[], domains = ['example.com']) =>
      resolve({}, { account: member, settings: { ...settings, order, domains } as never });
    expect(of(['tags', 'account', 'unit', 'accountMail', 'fallback'])).toMatchObject({
      owner: unitOwner.owner,
      via: 'unit ou-abcd-12345678 of account 111111111111',
      unowned: false,
    });
    expect(of(['accountMail', 'unit'])).toMatchObject({
      owner: 'aws+shop@example.com',
      via: 'e-mail of account 111111111111',
    });
    // Whoever opens an account says its address.
    expect(of(['accountMail', 'fallback'], ['other.example'])).toMatchObject({
      owner: 'cloud@example.com',
      refused: ['aws+shop@example.com'],
    });
    expect(of(['account', 'fallback']).owner).toBe('cloud@example.com');
  });

  test('P1 several people are one owner, in whatever order and spelling a tag names them; one who leaves makes another', () => {
    const of = (owner: string) => resolve({ owner }).owner;
    const both = 'ann@example.com, bob@example.com';
    const same = ['bob@example.com; ann@Example.com', 'ann@example.com ann@example.com bob@example.com', `${both},`];
    expect(same.map(of)).toEqual(same.map(() => both));
    expect(of('bob@example.com, broken@, ann@example.com')).toBe(both);
    expect(of('bob@example.com')).toBe('bob@example.com');
    const many = Array.from({ length: 20 }, (_, index) => `p${index + 10}@example.com`);
    expect(of(many.join(' '))).toBe(of(many.toReversed().join(' ')));
    expect(addressesOf(of(many.join(' ')) ?? '')).toHaveLength(20);
  });

  test('P1 a place with more addresses than one owner may have is told as invalid, and none of them is left out in silence', () => {
    const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.com`).join(', ');
    expect(resolve({ owner: people(20) })).toMatchObject({ via: 'tag owner', invalid: [] });
    expect(resolve({ owner: people(21) })).toMatchObject({
      via: 'account test',
      invalid: ['tag owner (it names 21 addresses, and 20 is the most)'],
    });
    const twice = { map: { all: people(21) }, order: ['tags'] as const, tags: ['owner'] };
    expect(resolve({ owner: 'all, p0@example.com' }, { settings: twice }).invalid).toEqual([
      'tag owner: all in owner.map (it names 21 addresses, and 20 is the most)',
    ]);
  });

  test('P1 `owner.domains` limits each of several people, and a list of words names each of them', () => {
    const settings_ = { ...settings, domains: ['example.com'], nameDomain: 'example.com' };
    const of = (owner: string) => resolve({ owner }, { settings: settings_ });
    expect(of('eve@evil.example, ann@example.com, mallory@evil.example')).toMatchObject({
      owner: 'ann@example.com',
      refused: ['eve@evil.example', 'mallory@evil.example'],
    });
    expect(of('ann, none; bob').owner).toBe('ann@example.com, bob@example.com');
  });

  test('P2 an unread registry leaves the owner unsure, whatever `owner.map` has', () => {
    const map = { 'team-a': 'a@example.com' };
    const settings = { order: ['registry', 'fallback'], tags: [], map, registry: { tags: ['app'] } } as never;
    const given = { settings, registry: { kind: 'unread', why: 'it is away' } as const };
    expect(resolve({ app: 'team-a' }, given)).toMatchObject({ owner: 'cloud@example.com', unsure: 'it is away' });
    const read = { kind: 'read', owners: new Map([['shop', 'Team-A']]) } as const;
    expect(resolve({ app: 'shop' }, { settings, registry: read })).toMatchObject({
      owner: 'a@example.com',
      via: 'registry shop: team-a in owner.map',
    });
  });

  test.each(['Owner ', 'owner\u200b', '\u00a0Owner'])('L115 key %j is that of the owner', (key) => {
    expect(resolve({ [key]: 'ann@example.com' })).toMatchObject({ owner: 'ann@example.com', unowned: false });
    const map = { 'team-a': 'a@example.com' };
    expect(resolve({ [key]: 'Team-A\u200b' }, { settings: { ...settings, map } })).toMatchObject({
      owner: 'a@example.com',
    });
    const owners = new Map([['shop', 'shop@example.com']]);
    const registry = { kind: 'read', owners } as unknown as RegistryReading;
    const asked = { ...settings, order: ['registry'], registry: { tags: ['owner'] } } as unknown as OwnerSettings;
    expect(resolve({ [key]: 'Shop\u00ad' }, { settings: asked, registry })).toMatchObject({
      owner: 'shop@example.com',
    });
  });

  test('P1 tag keys are compared without case, the configured spelling first', () => {
    expect(resolve({ OWNER: 'a@example.com' }).via).toBe('tag OWNER');
    expect(resolve({ OWNER: 'a@example.com', Owner: 'b@example.com', owner: 'c@example.com' }).via).toBe('tag owner');
    for (const keys of [
      ['Owner', 'owner', 'OWNER'],
      ['owner', 'OWNER', 'Owner'],
      ['OWNER', 'Owner', 'owner'],
    ]) {
      const tags = Object.fromEntries(keys.map((key) => [key, 'nobody']));
      expect(resolve(tags).invalid).toEqual(['tag owner', 'tag OWNER', 'tag Owner']);
    }
  });

  test.each([
    ['dana+cloud@example.com', 'dana+cloud@example.com'],
    ['dana@team.photography', 'dana@team.photography'],
    ["d.o'brien@example.co.uk", "d.o'brien@example.co.uk"],
    ['Dana@Example.COM', 'Dana@example.com'],
    ['  dana@example.com ', 'dana@example.com'],
    ['dana@example.com, carol@example.com', 'carol@example.com, dana@example.com'],
    ['nobody; carol@example.com', 'carol@example.com'],
    ['Dana Doe <dana@example.com>', 'dana@example.com'],
    ['"Doe, Dana" <dana@example.com>, carol@example.com', 'carol@example.com, dana@example.com'],
    ['"Doe, boss@example.com" <dana@example.com>', 'dana@example.com'],
    ['Team: dana@example.com, carol@example.com;', 'carol@example.com, dana@example.com'],
    ['dana@example.com carol@example.com', 'carol@example.com, dana@example.com'],
    ['ask dana@example.com please', 'dana@example.com'],
    ['dana@xn--80a1acny.xn--p1ai', 'dana@xn--80a1acny.xn--p1ai'],
    // Balancers take neither a comma nor a semicolon in the value of a tag.
    ['dana@example.com:carol@example.com', 'carol@example.com, dana@example.com'],
    ['dana@example.com/carol@example.com', 'carol@example.com, dana@example.com'],
    ['dana@example.com|carol@example.com', 'carol@example.com, dana@example.com'],
    ['dana@example.com+carol@example.com', 'carol@example.com, dana@example.com'],
    ['dana@example.com=carol@example.com', 'carol@example.com, dana@example.com'],
    ['dana@example.com_carol@example.com', 'carol@example.com, dana@example.com'],
    ['mailto:dana@example.com', 'dana@example.com'],
    ['mailto:dana@example.com, mailto:carol@example.com', 'carol@example.com, dana@example.com'],
    ['mailto:dana@example.com:mailto:carol@example.com', 'carol@example.com, dana@example.com'],
    ['team:dana@example.com', 'dana@example.com'],
    ['Team: dana@example.com / carol@example.com', 'carol@example.com, dana@example.com'],
    ['arn:aws:sts::123456789012:assumed-role/AWSReservedSSO_Admin_abc/dana@example.com', 'dana@example.com'],
    ['arn:aws-cn:sts::123456789012:assumed-role/admin/dana@example.com', 'dana@example.com'],
    ['arn:aws:iam::123456789012:user/people/shop/dana@example.com', 'dana@example.com'],
    ['AROAEXAMPLE:dana@example.com', 'dana@example.com'],
    ['AssumedRole:AROAEXAMPLE:dana@example.com', 'dana@example.com'],
    ['IAMUser:AIDAEXAMPLE:dana@example.com', 'dana@example.com'],
    ['dana@example.com:4711', 'dana@example.com'],
    ['dana@example.com/cc-4711', 'dana@example.com'],
    ['okta:dana@example.com:admin', 'dana@example.com'],
    ['Dana (dana@example.com)', 'dana@example.com'],
    ["'dana@example.com'", 'dana@example.com'],
    ['"dana@example.com"', 'dana@example.com'],
    ['[dana@example.com]', 'dana@example.com'],
    ['<mailto:dana@example.com>', 'dana@example.com'],
    ['Ask dana@example.com.', 'dana@example.com'],
  ])('P1 %j is the address %s', (text, owner) => {
    expect(resolve({ owner: text }).owner).toBe(owner);
  });

  test.each([
    'dana',
    'dana@',
    '@example.com',
    'dana@example',
    'dana@@example.com',
    'dana@example..com',
    'dana@example.com\r\nBcc: everybody@example.com',
    'dana@example.com\n',
    'dana@exam\u202Eple.com',
    'dana@example.com\0',
    `${'x'.repeat(250)}@example.com`,
    '',
    '"dana doe"@example.com',
    'dana@[192.0.2.1]',
    'dana@192.0.2.1',
    'dana@-example.com',
    'dänä@example.com',
    `${'x'.repeat(65)}@example.com`,
    // A mail server may send these on to another machine, or take them for a command.
    'eve%evil.example@example.com',
    'eve%evil.example%more.example@example.com',
    'Eve <eve%evil.example@example.com>',
    'mailto:eve%40evil.example@example.com',
    'evil.example!eve@example.com',
    'relay!evil.example!eve@example.com',
    'team:evil.example!eve@example.com',
    '-oQ/tmp@example.com',
    '|mail@example.com',
    'eve|mail@example.com',
    '/tmp/x@example.com',
    '/S=eve/O=evil/@example.com',
    'eve/evil.example@example.com',
    'evil.example:eve@example.com',
    '@evil.example:dana@example.com',
    '<@evil.example,@more.example:dana@example.com>',
    'eve@evil.example@example.com',
    '"eve@evil.example"@example.com',
    '"eve%evil.example"@example.com',
    '"dana"@example.com',
    'IMCEASMTP-eve+40evil+2Eexample@example.com',
    'imceaex-_O=evil_CN=eve@example.com',
    'list-subscribe-eve=evil.example@example.com',
    'eve@evil.example:x%evil.example@example.com',
    'eve`id`@example.com',
    '("eve@evil.example"@example.com)',
    "'eve@evil.example'@example.com",
    '[eve@evil.example]@example.com',
    '(eve%evil.example@example.com)',
    '<@evil.example:dana@example.com>',
    'eve.evil.example:4711@example.com',
    'relay:evil.example!eve@example.com',
    'dana@example.com:x%evil.example',
    'dana@example.com:evil.example!eve',
    'arn:aws:sts::123456789012:assumed-role/admin/eve%evil.example@example.com',
    'http://evil.example/dana@example.com',
  ])('P1 %j is no address: the next place is asked and the first is reported', (text) => {
    expect(resolve({ owner: text })).toEqual({
      owner: 'account@example.com',
      via: 'account test',
      unowned: false,
      invalid: ['tag owner'],
    });
  });

  test.each<[text: string, domains: readonly string[], owner: string | undefined, refused: readonly string[]]>([
    ['eve@evil.example', ['example.com'], undefined, ['eve@evil.example']],
    ['dana@example.com', ['example.com'], 'dana@example.com', []],
    ['dana@Example.COM', ['example.com'], 'dana@example.com', []],
    ['dana@sub.example.com', ['example.com'], undefined, ['dana@sub.example.com']],
    ['dana@sub.example.com', ['*.example.com'], 'dana@sub.example.com', []],
    ['dana@example.com', ['other.example', 'example.com'], 'dana@example.com', []],
    ['dana@example.com', ['*.example.com'], undefined, ['dana@example.com']],
    ['dana@notexample.com', ['*.example.com', 'example.com'], undefined, ['dana@notexample.com']],
    ['eve@evil.example, dana@example.com', ['example.com'], 'dana@example.com', ['eve@evil.example']],
    ['dana@example.com, eve@evil.example', ['example.com'], 'dana@example.com', ['eve@evil.example']],
    ['eve@evil.example:dana@example.com', ['example.com'], 'dana@example.com', ['eve@evil.example']],
    ['eve@evil.example/dana@example.com', ['example.com'], 'dana@example.com', ['eve@evil.example']],
    ['team:eve@evil.example', ['example.com'], undefined, ['eve@evil.example']],
    ['eve%evil.example@example.com', ['example.com'], undefined, []],
    ['evil.example!eve@example.com, dana@example.com', ['example.com'], 'dana@example.com', []],
    ['eve@evil.example bob@evil.example', ['example.com'], undefined, ['eve@evil.example', 'bob@evil.example']],
  ])('P1 the tag %j with the domains %j → %j', (text, domains, owner, refused) => {
    const resolved = resolve({ owner: text }, { settings: { ...settings, domains } });
    expect(resolved.owner).toBe(owner ?? 'account@example.com');
    expect(resolved.refused ?? []).toEqual(refused);
  });

  test('P1 who is passed over because of its domain is told with it', () => {
    const given = { settings: { ...settings, domains: ['example.com'] } };
    expect(resolve({ owner: 'eve@evil.example, bob@worse.example' }, given).invalid).toEqual([
      'tag owner (evil.example is not in owner.domains)',
    ]);
  });

  test('P1 no list of domains limits the account’s owner and the fallback, which the configuration names', () => {
    const limited = { ...settings, domains: ['elsewhere.example'] };
    expect(resolve({}, { settings: limited }).owner).toBe('account@example.com');
    expect(resolve({}, { settings: { ...limited, order: ['fallback'] } }).owner).toBe('cloud@example.com');
  });

  test('P1 the configuration itself may name an address that no tag may', () => {
    const odd = { name: 'test', owner: 'ops/cloud@example.com' };
    expect(resolve({}, { account: odd }).owner).toBe('ops/cloud@example.com');
    expect(resolve({ owner: odd.owner }).owner).toBe('account@example.com');
  });

  test('P1 the domain of an owner from a tag is the one after its only @, with no route before it', () => {
    const route = fc.stringMatching(/^[a-c@.,;:<>()"\\[\] %!|/=+_-]{0,40}$/);
    fc.assert(
      fc.property(route, (before) => {
        for (const owner of addressesIn(`${before}eve@example.com`)) {
          expect(owner).toMatch(/^[\w][\w.+'&-]*@[a-z0-9.-]+$/);
        }
      }),
    );
  });

  test('P1 Holystone looks in the configured places only, in their order', () => {
    const order = (...given: OwnerSources['settings']['order']) => ({ settings: { ...settings, order: given } });
    const tags = { owner: 'dana@example.com' };
    expect(resolve(tags, order('account', 'tags')).via).toBe('account test');
    expect(resolve(tags, { ...order('account', 'tags'), account: { name: 'test' } }).via).toBe('tag owner');
    expect(resolve(tags, order('fallback'))).toMatchObject({ owner: 'cloud@example.com', unowned: true });
    expect(resolve({}, order('tags'))).toEqual({ via: 'nobody', unowned: true, invalid: [] });
  });

  test('P1 owners that differ in the case of the domain are one, in the case of the name before it two', () => {
    expect(parseAddress('dana@EXAMPLE.com')).toBe(parseAddress('dana@example.com'));
    expect(parseAddress('Dana@example.com')).not.toBe(parseAddress('dana@example.com'));
  });

  describe('the application registry', () => {
    const withRegistry = {
      settings: {
        order: ['tags', 'registry', 'account', 'fallback'],
        tags: ['owner'],
        registry: {
          from: 'apps.yml',
          headers: {},
          keys: { app: 'app', owner: 'owner' },
          tags: ['app'],
          refresh: 1,
          maxAge: 1,
        },
      },
    } as const;
    const owners = new Map([
      ['shop', 'shop@example.com'],
      ['mess', 'ask around'],
    ]);
    const read = { ...withRegistry, registry: { kind: 'read', owners } } as const;
    const unread = { ...withRegistry, registry: { kind: 'unread', why: 'it is down' } } as const;

    test('P1 names the owner of the application that a tag names, compared without case', () => {
      expect(resolve({ App: ' Shop ' }, read)).toEqual({
        owner: 'shop@example.com',
        via: 'registry shop',
        unowned: false,
        invalid: [],
      });
    });

    test('P1 that does not know the application, or that no tag asks about, is passed over', () => {
      expect(resolve({ app: 'constructor' }, read)).toMatchObject({ via: 'account test', invalid: [] });
      expect(resolve({}, read)).toMatchObject({ via: 'account test', invalid: [] });
    });

    test('P1 and owner.domains: an address that it refuses is passed over, and still reported as refused', () => {
      const mixed = new Map([['shop', 'golden@partner.org, shop@example.com']]);
      const limited = { ...withRegistry.settings, domains: ['example.com'] };
      const resolved = resolve({ app: 'shop' }, { settings: limited, registry: { kind: 'read', owners: mixed } });
      expect(resolved).toMatchObject({ owner: 'shop@example.com', refused: ['golden@partner.org'] });
    });

    test('P1 with no address in its entry is passed over and reported', () => {
      expect(resolve({ app: 'mess' }, read)).toMatchObject({ via: 'account test', invalid: ['registry mess'] });
    });

    test('P1 that could not be read is passed over, and nobody is sure of who comes after it', () => {
      expect(resolve({ app: 'shop' }, unread)).toMatchObject({ via: 'account test', unsure: 'it is down' });
      expect(resolve({ app: 'shop', owner: 'dana@example.com' }, unread)).not.toHaveProperty('unsure');
      expect(resolve({}, unread)).not.toHaveProperty('unsure');
    });

    test('P1 is not asked where no tags of it are configured, nor before there is one', () => {
      const untagged = { settings: { order: ['registry', 'fallback'], tags: [] }, registry: unread.registry } as const;
      expect(resolve({ app: 'shop' }, untagged)).not.toHaveProperty('unsure');
      expect(resolve({ app: 'shop' }, withRegistry).via).toBe('account test');
    });
  });

  test('L49 without tag and account owner the fallback gets the notice, and the resource is unowned', () => {
    expect(resolve({}, { account: { name: 'test' } })).toEqual({
      owner: 'cloud@example.com',
      via: 'notice.fallback',
      unowned: true,
      invalid: [],
    });
  });

  test('L49 without a fallback there is no recipient', () => {
    expect(resolveOwner({ tags: {} }, { settings, account: { name: 'test' } })).toEqual({
      via: 'nobody',
      unowned: true,
      invalid: [],
    });
  });

  test('P3 no address ever holds a character that could start a header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const candidate of [text, `dana@example.com${text}`, `${text}@example.com`, `${text}, a@b.org`]) {
          expect(parseAddress(candidate) ?? '').not.toMatch(/[\s\p{C}]/u);
          expect(addressesIn(candidate).join(',')).not.toMatch(/[\s\p{C}]/u);
        }
      }),
    );
  });

  const hostile = fc.stringMatching(/^[a-c@.,;:<>()"\\[\] \r\n\t\u202e]{0,300}$/);

  test('P3 any tag gives one bare address or none, and the address reads back as itself', () => {
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const [owner] = addressesIn(`${before}dana@example.com${after}`);
        if (owner === undefined) return;
        expect(owner).toMatch(/^[^\s<>()"\\,;:@]+@[a-z0-9.-]+$/);
        expect(parseAddress(owner)).toBe(owner);
      }),
    );
  });

  test.each(['(', '"', '([(', '<', 'dana@example.com,', 'a:'])('P3 a million times %j is refused', (text) => {
    // A parser that takes the square of it would not come back today.
    expect([addressesIn(text.repeat(1_000_000))[0], parseAddress(text.repeat(1_000_000))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
