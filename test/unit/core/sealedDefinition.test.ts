/** Law 12: a stored definition is used only as it was written. */
import { describe, expect, test } from '@jest/globals';
import {
  definitionName,
  type Generation,
  parseDefinition,
  type StoredDefinition,
} from '../../../src/core/resource/definition.ts';
import { KeyedSeal, NO_SEAL, type Seal } from '../../../src/core/resource/seal.ts';
import {
  distrustOf,
  openDefinition,
  restoreRefusal,
  sealDefinition,
} from '../../../src/core/resource/sealedDefinition.ts';
import { DAY, NOW } from '../../support/evaluation.ts';
import { namespace } from '../../support/queue.ts';

const here = namespace('aws:test:us-east-1:image');
const stored: StoredDefinition = {
  namespace: here,
  id: 'ami-1',
  identity: 'ami-1@1',
  at: NOW,
  passId: 'p-1',
  reasons: ['nothing uses it'],
  definition: { ImageId: 'ami-1', Tags: [{ Key: 'a', Value: 'b' }] },
};
const place = { namespace: here, name: definitionName(stored), where: '/definitions/ami-1.json' };
const seal: Seal = new KeyedSeal([{ id: 'k1', secret: 'secret one' }]);
const text = sealDefinition(seal, stored);
const check = (content: string, given = seal) => openDefinition(given, place, content).check;

describe('a definition with a keyed checksum', () => {
  test('is JSON with the checksum as its last member, and reads back as it was', () => {
    expect(JSON.parse(text)).toEqual({ ...stored, mac: expect.stringMatching(/^k1\./) });
    expect(openDefinition(seal, place, text)).toMatchObject({ stored, where: place.where, check: 'valid' });
    expect(text.endsWith('"\n}\n')).toBe(true);
  });

  test('is invalid once another key signed it, or when it was copied to another place', () => {
    const other = new KeyedSeal([{ id: 'k1', secret: 'another secret' }]);
    expect(check(text, other)).toBe('invalid');
    const elsewhere = { ...place, namespace: namespace('aws:test:eu-west-1:image') };
    expect(openDefinition(seal, elsewhere, text).check).toBe('invalid');
  });

  test('is invalid once a member that its name does not cover was changed', () => {
    expect(check(text.replace('nothing uses it', 'somebody uses it'))).toBe('invalid');
  });

  test('stays valid when a new key signs first, and where no key is configured', () => {
    const rotated = new KeyedSeal([
      { id: 'k2', secret: 'secret two' },
      { id: 'k1', secret: 'secret one' },
    ]);
    expect(check(text, rotated)).toBe('valid');
    expect(check(text, NO_SEAL)).toBe('valid');
  });

  test('without one it is unsigned where a key is configured, and valid where none is', () => {
    const plain = sealDefinition(NO_SEAL, stored);
    expect(plain).toBe(`${JSON.stringify(stored, undefined, 2)}\n`);
    expect([check(plain), check(plain, NO_SEAL)]).toEqual(['unsigned', 'valid']);
  });

  test('a text that is not valid says why', () => {
    expect(distrustOf(seal, place, text)).toBeUndefined();
    expect(distrustOf(seal, place, sealDefinition(NO_SEAL, stored))).toMatch(/^has no keyed checksum/);
    expect(distrustOf(seal, place, text.replace('nothing uses', 'no one uses'))).toMatch(/^has a wrong keyed checksum/);
    expect(distrustOf(seal, place, '{"a": 1}')).toBe('cannot be used: it is not a definition');
  });
});

describe('restore', () => {
  const refusal = (given: Generation['check'], accepts: boolean) =>
    restoreRefusal({ check: given, where: '/d.json', generation: 'g', stored }, accepts);

  test('uses a valid definition, and an unsigned one where a person accepts it', () => {
    expect([refusal('valid', false), refusal('valid', true), refusal('unsigned', true)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('refuses every other, and says what to do', () => {
    expect(refusal('unsigned', false)).toMatch(/^\/d\.json has no keyed checksum.*pass --unsigned if it is genuine/);
    expect(refusal('invalid', false)).toMatch(/^\/d\.json has a wrong keyed checksum.*put the signing key back/);
    expect(refusal('invalid', true)).toMatch(/wrong keyed checksum/);
  });
});

describe('the content of a definition', () => {
  const parsed = (change: object) => () => parseDefinition(place.name, JSON.stringify({ ...stored, ...change }));

  test.each<[string, object]>([
    ['a namespace', { namespace: 1 }],
    ['an id', { id: undefined }],
    ['an identity', { identity: null }],
    ['an instant', { at: 'today' }],
    ['a definition', { definition: undefined }],
    ['reasons', { reasons: 'none' }],
  ])('without %s it is not a definition', (_what, change) => {
    expect(parsed(change)).toThrow('it is not a definition');
  });

  test.each<[string, object]>([
    ['another id', { id: 'ami-2' }],
    ['another identity', { identity: 'ami-1@2' }],
    ['another day', { at: NOW + DAY }],
    ['another definition', { definition: {} }],
  ])('with %s than in its name it was changed', (_what, change) => {
    expect(parsed(change)).toThrow('its content was changed: the checksum does not match');
  });
});
