/** The decisions of a deletion in a registry: what a digest may be needed for, and what a deletion proves. */
import { describe, expect, test } from '@jest/globals';
import { type ManifestFacts, readManifest } from '../../../src/handlers/images/manifest.ts';
import {
  type NeededManifest,
  type References,
  referenceFrom,
} from '../../../src/handlers/images/manifestReferences.ts';
import {
  mayHaveOthers,
  othersOf,
  referrerTagOf,
  tagsToRead,
} from '../../../src/handlers/registry/types/tag/digests.ts';
import { type Deleted, deletesKnownBy, factAfter, proofOf } from '../../../src/handlers/registry/types/tag/proof.ts';

const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;
const [INDEX, INNER, IMAGE, OTHER] = ['1', '2', '3', '4'].map(digestOf) as [string, string, string, string];
const ABSENT: ManifestFacts = { children: [], parts: [], unreadable: 'it cannot be read: not found', isAbsent: true };
const UNREADABLE: ManifestFacts = { children: [], parts: [], unreadable: 'it cannot be read: timeout' };
const LEAF: ManifestFacts = { children: [], parts: [] };

const TYPE = 'application/vnd.oci.image.index.v1+json';
const index = (...parts: readonly { digest: string; mediaType?: string }[]) =>
  readManifest(JSON.stringify({ mediaType: TYPE, manifests: parts }));

describe('a reference from the tag `multi` to a digest', () => {
  /** The reason, and the manifests that the decision needed. */
  const decide = (facts: Readonly<Record<string, ManifestFacts>>, which: References = 'all') => {
    const needed: NeededManifest[] = [];
    const decision = referenceFrom({ tag: 'multi', digest: INDEX }, IMAGE, which);
    let step = decision.next();
    while (!step.done) {
      needed.push(step.value);
      step = decision.next(facts[step.value.digest] ?? LEAF);
    }
    return { reason: step.value, needed };
  };

  test('R9 an index names the digest → it is a part of the tag, and no further manifest is needed', () => {
    const { reason, needed } = decide({ [INDEX]: index({ digest: OTHER }, { digest: IMAGE }) });
    expect(reason).toBe('it is a part of the tag multi');
    expect(needed).toEqual([{ tag: 'multi', digest: INDEX }]);
  });

  test('R9 an index in an index names the digest → it is a part of the tag', () => {
    const facts = { [INDEX]: index({ digest: INNER, mediaType: TYPE }), [INNER]: index({ digest: IMAGE }) };
    expect(decide(facts).reason).toBe('it is a part of the tag multi');
  });

  test('R9 nothing in the tag names the digest → no reason, after each manifest once, though indexes name each other', () => {
    const facts = {
      [INDEX]: index({ digest: INNER, mediaType: TYPE }, { digest: OTHER }),
      [INNER]: index({ digest: INDEX, mediaType: TYPE }, { digest: OTHER }),
    };
    const { reason, needed } = decide(facts);
    expect(reason).toBeUndefined();
    expect(needed.map(({ digest }) => digest).toSorted()).toEqual([INDEX, INNER, OTHER]);
  });

  test.each<[References, string | undefined]>([
    ['all', 'the tag multi belongs to it'],
    ['parts', undefined],
  ])('R9 the tag is a signature of the digest; asked for %s → %s', (which, expected) => {
    expect(decide({ [INDEX]: { ...LEAF, subject: IMAGE } }, which).reason).toBe(expected);
  });

  test.each<[string, Readonly<Record<string, ManifestFacts>>, boolean]>([
    ['the manifest of the tag itself', { [INDEX]: ABSENT }, true],
    ['a part that was not copied', { [INDEX]: index({ digest: OTHER }), [OTHER]: ABSENT }, false],
    ['an index that was not copied', { [INDEX]: index({ digest: INNER, mediaType: TYPE }), [INNER]: ABSENT }, true],
    ['a part that cannot be read', { [INDEX]: index({ digest: OTHER }), [OTHER]: UNREADABLE }, true],
  ])('R9 the registry does not show %s → the reference is unknown: %#', (_what, facts, isUnknown) => {
    expect(decide(facts).reason?.startsWith('whether the tag multi refers to it is unknown: ') ?? false).toBe(
      isUnknown,
    );
  });
});

describe('a read of the digest after the deletion of its tags', () => {
  const deleted: Deleted = { isShown: false, hasOthers: false, areAllDeleted: true, isThere: true };

  test.each<[string, Partial<Deleted>, ReturnType<typeof proofOf>]>([
    ['the digest outlives the last of its tags → a tag goes alone', {}, { kind: 'shown' }],
    ['it was shown before → nothing new', { isShown: true }, { kind: 'nothing' }],
    ['another tag may keep the digest → nothing is proven', { hasOthers: true }, { kind: 'nothing' }],
    ['not every tag went → nothing is proven', { areAllDeleted: false }, { kind: 'nothing' }],
    ['the digest is gone with its last tag, as some registries do → nothing', { isThere: false }, { kind: 'nothing' }],
    [
      'the digest is gone, and other tags may have had it → lost',
      { isThere: false, hasOthers: true },
      { kind: 'lost', loss: 'tags' },
    ],
    [
      'the digest is gone with its last tag, against what was shown → lost',
      { isThere: false, isShown: true },
      { kind: 'lost', loss: 'last' },
    ],
    [
      'the digest is gone, against what was shown, and other tags may have had it → lost for them',
      { isThere: false, isShown: true, hasOthers: true },
      { kind: 'lost', loss: 'tags' },
    ],
  ])('R7 %s', (_what, change, expected) => {
    expect(proofOf({ ...deleted, ...change })).toEqual(expected);
  });
});

describe('how a registry deletes', () => {
  test.each<[string, Parameters<typeof deletesKnownBy>, ReturnType<typeof deletesKnownBy>]>([
    ['neither said nor shown → unknown', [undefined, undefined], { deletes: undefined, isShown: false }],
    ['shown', [undefined, 'tags'], { deletes: 'tags', isShown: true }],
    ['said, and not shown', ['tags', undefined], { deletes: 'tags', isShown: false }],
    ['said and shown', ['tags', 'tags'], { deletes: 'tags', isShown: true }],
    ['said, and something else shown → as said', ['digests', 'tags'], { deletes: 'digests', isShown: false }],
    ['a stored word of another version → unknown', [undefined, 'constructor'], { deletes: undefined, isShown: false }],
    ['lost for others, though said', ['tags', factAfter('tags', true)], { deletes: undefined, isShown: false }],
    [
      'lost with a last tag, and said → as said',
      ['tags', factAfter('last', true)],
      { deletes: 'tags', isShown: false },
    ],
    [
      'lost with a last tag, and not said → unknown',
      [undefined, factAfter('last', false)],
      { deletes: undefined, isShown: false },
    ],
  ])('R7 %s', (_what, [said, fact], expected) => {
    expect(deletesKnownBy(said, fact)).toEqual(expected);
  });
});

describe('the tags of a repository', () => {
  const known = new Map([
    ['v1', IMAGE],
    ['v2', IMAGE],
    ['unlisted', OTHER],
  ]);
  const names = new Set(['v1', 'v2', 'new']);

  test('R9 the first look reads every tag; a later one only new tags, those to go and those that the list leaves out', () => {
    expect([...tagsToRead(names, known, ['v1'], true)].toSorted()).toEqual(['new', 'unlisted', 'v1', 'v2']);
    expect([...tagsToRead(names, known, ['v1'], false)].toSorted()).toEqual(['new', 'unlisted', 'v1']);
  });

  test('R9 more tags than a permit leaves time for are not all read again', () => {
    const many = new Map(Array.from({ length: 201 }, (_, at) => [`v${at}`, IMAGE]));
    expect([...tagsToRead(new Set(many.keys()), many, ['v7'], true)]).toEqual(['v7']);
  });

  test('R9 another tag has the digest, or no digest is known → others may have it', () => {
    expect(mayHaveOthers(known, IMAGE, ['v1'])).toBe(true);
    expect(mayHaveOthers(known, IMAGE, ['v1', 'v2'])).toBe(false);
    expect(mayHaveOthers(new Map(), IMAGE, ['v1', 'v2'])).toBe(true);
  });

  test('R9 each other digest is asked for once, by one of its tags', () => {
    expect(othersOf(known, OTHER)).toEqual([{ digest: IMAGE, tag: 'v2' }]);
    expect(othersOf(known, IMAGE)).toEqual([{ digest: OTHER, tag: 'unlisted' }]);
  });

  test('R9 a tag named after the digest is a referrer of it', () => {
    const signature = `${IMAGE.replace(':', '-')}.sig`;
    expect(referrerTagOf(new Map([...known, [signature, OTHER]]), IMAGE)).toBe(signature);
    expect(referrerTagOf(known, IMAGE)).toBeUndefined();
  });
});
