import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CASES, ofEachType, TYPES } from './account.ts';
import type { Case } from './case.ts';
import { comparison, differs, rowsOf } from './comparison.ts';
import { installCustodian } from './custodian.ts';
import { WITH_A_GROUP } from './groupNamers.ts';
import { startMoto } from './moto.ts';
import { type Observation, observe } from './observation.ts';
import { type Kinds, keptBy } from './planning.ts';
import { openMoto, openSandbox } from './world.ts';

const KNOWN: Kinds = ofEachType(({ moto }) => moto.cannotRead);
/** Those of a type that makes nothing are made by another, whose list has them too. */
const MOTO_CANNOT_MAKE = TYPES.flatMap((type) => (CASES[type].make && CASES[type].moto.cannotMake) ?? []);
/** Cases with another answer of Cloud Custodian in moto. */
const OTHERWISE_IN_MOTO = ofEachType(({ moto }) => Object.keys(moto.otherwise ?? {}));
const isBroughtByMoto = (type: (typeof TYPES)[number], name: string) => CASES[type].moto.brings?.test(name) === true;
const DOCUMENT = new URL('../../docs/compared-with-cloud-custodian.md', import.meta.url);

const custodian = await installCustodian();
const moto = await startMoto();
const inMoto =
  moto.kind === 'running'
    ? await observe(() => openMoto(moto), KNOWN, custodian).finally(() => moto.stop())
    : undefined;
/** What moto does not read is read in neither. */
const MOTO_CANNOT_READ = inMoto?.off ?? KNOWN;
const inSandbox = await observe(openSandbox, MOTO_CANNOT_READ, custodian);

/** The truth by construction. Whoever else finds a user of one that is used is named beside those that have to. */
function expected({ kinds, keptBy: reason, isHeld }: Case, off: readonly string[], verdict = ''): string {
  const read = kinds.filter((kind) => !off.includes(kind));
  if (read.length === 0) return reason === undefined ? 'candidate' : keptBy([reason]);
  if (isHeld) return 'held';
  const found = /^keep: (.*)$/.exec(verdict)?.[1]?.split(', ') ?? [];
  return keptBy([...new Set([...read, ...found])].toSorted());
}

function without(names: readonly string[], rows: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  return Object.fromEntries([...rows].filter(([name]) => !names.includes(name)));
}

/** Without what other types' cases brought along, where this type says nothing about it. */
function named(type: (typeof TYPES)[number], rows: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const isCase = CASES[type].cases.some(({ name }) => name === WITH_A_GROUP);
  return new Map([...rows].filter(([name]) => isCase || name !== WITH_A_GROUP));
}

function candidates(rows: ReadonlyMap<string, string>): readonly string[] {
  return [...rows].flatMap(([name, verdict]) => (verdict === 'candidate' ? [name] : []));
}

describe('an account made in the sandbox', () => {
  test('can be made whole, and every kind of evidence can be read and finds whom a case names', () => {
    const { impossible, off, unanswered } = inSandbox;
    expect([impossible, off, unanswered]).toEqual([[], MOTO_CANNOT_READ, ofEachType(() => [])]);
  });

  test.each(TYPES)('A1 A12 of every %s the verdict is the expected one, and the users are found', (type) => {
    const { cases } = CASES[type];
    const whole = named(type, inSandbox.whole[type]);
    const verdicts = cases.map((given) => [given.name, expected(given, [], whole.get(given.name))] as const);
    expect(Object.fromEntries(whole)).toEqual(Object.fromEntries(verdicts));
  });
});

describe('an account made in the sandbox, with `sharing: check`', () => {
  test.each([
    ['shared with an account that does not use it', 'candidate'],
    ['of an instance in another account', 'keep: instances'],
    ['shared with an account', 'unknown'],
  ])('A1 %s: %s', (name, verdict) => {
    expect(inSandbox.checked.image.get(name)).toBe(verdict);
  });
});

const describeMoto = unless(moto, 'moto', 'the comparison of verdicts');

describeMoto('the same account made in moto', () => {
  const seen = inMoto as Observation;

  test('the list names each case that cannot be made and each call that is not answered', () => {
    expect(seen.impossible).toEqual(MOTO_CANNOT_MAKE);
    expect(seen.unanswered).toEqual(ofEachType(({ moto }) => moto.cannotRead));
  });

  const unread = TYPES.filter((type) => MOTO_CANNOT_READ[type].length > 0);

  test.each(unread)('A3 while some evidence of type %s is not answered nothing of it is a candidate', (type) => {
    expect(candidates(seen.whole[type])).toEqual([]);
    // Of a type that AWS does not date nothing is a candidate in a plan without a Redis, and so nothing becomes unknown.
    const isUndated = candidates(inSandbox.whole[type]).length === 0;
    // And where no case can be made there, each is kept for what moto leaves out.
    const isKept = CASES[type].cases.every(({ name }) => MOTO_CANNOT_MAKE.includes(name));
    if (!isUndated && !isKept) expect([...seen.whole[type].values()]).toContain('unknown');
  });

  test.each(TYPES)('A1 A12 the verdict on every %s is the one of the sandbox, user by user', (type) => {
    const own = new Map([...named(type, seen.without[type])].filter(([name]) => !isBroughtByMoto(type, name)));
    const {
      cases,
      moto: { cannotMake = [], unknown = [], verdicts: others = {} },
    } = CASES[type];
    const incomparable = [...cannotMake, ...unknown, ...Object.keys(others)];
    const theirs = without(incomparable, own);
    expect(theirs).toEqual(without(incomparable, named(type, inSandbox.without[type])));
    const verdictOf = (given: Case) => expected(given, MOTO_CANNOT_READ[type], own.get(given.name));
    const verdicts = new Map(cases.map((given) => [given.name, verdictOf(given)]));
    expect(theirs).toEqual(without(incomparable, verdicts));
    expect(unknown.map((name) => own.get(name))).toEqual(unknown.map(() => 'unknown'));
    expect(Object.fromEntries(Object.keys(others).map((name) => [name, own.get(name)]))).toEqual(others);
  });

  test('A1 the users of shared resources are found as in the sandbox', () => {
    expect(Object.fromEntries(seen.checked.image)).toEqual(Object.fromEntries(inSandbox.checked.image));
  });

  test.each(TYPES)('every verdict on a %s names the evidence it was made without', (type) => {
    const waived = seen.without.waivedEvidence[type];
    const said = waived.filter((text) => !text.startsWith('users that no source can list'));
    // Evidence is read only where there is something to judge; what has no name is not among the verdicts.
    const isEmpty = said.length === 0 && seen.without[type].size === 0;
    const off = isEmpty ? [] : MOTO_CANNOT_READ[type];
    expect(said).toEqual(off.map((kind) => `${kind}, switched off in the configuration`));
  });
});

const describeCustodian = unless(custodian, 'Cloud Custodian', 'the comparison with it');

describeCustodian('Cloud Custodian, asked about the same account', () => {
  test.each(TYPES)('A1 selects every %s that is a candidate here, but for those that are listed', (type) => {
    for (const seen of [inSandbox, ...(inMoto ? [inMoto] : [])]) {
      const { whole, without: some, checked, selected } = seen;
      const ours = [whole, some, checked].flatMap((planned) => candidates(planned[type]));
      const missing = new Set(ours.filter((name) => !selected?.[type].has(name)));
      const isListed = (name: string) => seen === inMoto && OTHERWISE_IN_MOTO[type].includes(name);
      expect([...missing].filter((name) => !isListed(name))).toEqual(CASES[type].custodian.misses ?? []);
    }
  });

  test.each(TYPES)('of every %s on which it differs the reason is known', (type) => {
    const rows = rowsOf(inSandbox, type);
    const explained = rows.filter(({ given }) => given.custodian !== undefined);
    expect(rows.filter(differs).map(({ given }) => given.name)).toEqual(explained.map(({ given }) => given.name));
  });

  (inMoto ? test : test.skip).each(TYPES)('selects the same %ss in moto', (type) => {
    const others = (names: ReadonlySet<string> | undefined) =>
      [...(names ?? [])]
        .filter((name) => !OTHERWISE_IN_MOTO[type].includes(name) && !isBroughtByMoto(type, name))
        .sort();
    expect(others(inMoto?.selected?.[type])).toEqual(others(inSandbox.selected?.[type]));
  });

  (inMoto ? test : test.skip)('is where the selections of moto are other ones, and only there', () => {
    const isOther = (type: (typeof TYPES)[number], name: string) =>
      inMoto?.selected?.[type].has(name) !== inSandbox.selected?.[type].has(name);
    const other = ofEachType(({ cases }, type) => cases.map(({ name }) => name).filter((name) => isOther(type, name)));
    expect(other).toEqual(OTHERWISE_IN_MOTO);
  });

  test('docs/compared-with-cloud-custodian.md has the findings of this run', () => {
    const text = comparison(inSandbox);
    if (process.env.WRITE_DOCS) writeFileSync(DOCUMENT, text);
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(text);
  });
});

/** A missing program is named, and its tests are skipped. */
function unless(found: { kind: string; why?: string }, name: string, what: string): typeof describe.skip {
  if (found.kind !== 'unavailable') return describe;
  process.stderr.write(`${name} is not available: ${what} is skipped, not passed (${found.why})\n`);
  return describe.skip;
}
