/** All answers of one AWS, once the account is in it, to the program and Cloud Custodian. */

import type { Finding } from '../../src/core/common/finding.ts';
import type { EvidenceSource } from '../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../src/handlers/contract/types.ts';
import { handlers } from '../../src/handlers/index.ts';
import { collect } from '../integration/handlers/fixture.ts';
import { makeAccount, ofEachType, TYPES, type Type } from './account.ts';
import type { Custodian, SelectedNames } from './custodian.ts';
import { type Kinds, NOTHING_OFF, type Planned, planned } from './planning.ts';
import type { World } from './world.ts';

export interface Observation {
  /** Cases it cannot be brought into. */
  readonly impossible: readonly string[];
  /** Kinds of evidence that find no user although a case has one for each. */
  readonly unanswered: Kinds;
  /** Kinds that cannot be read in it, and those that it is known to answer otherwise: {@link without} is made without them. */
  readonly off: Kinds;
  /** Made with every kind of evidence. */
  readonly whole: Planned;
  readonly without: Planned;
  /** As {@link without}, and looking for users of shared resources. */
  readonly checked: Planned;
  /** Absent where Cloud Custodian cannot be had. */
  readonly selected?: SelectedNames;
}

/**
 * Opens, fills, asks and closes it: two of them at a time would be one too many for the environment.
 * @param known the kinds that it is known to answer otherwise than AWS
 */
export async function observe(open: () => Promise<World>, known: Kinds, custodian: Custodian): Promise<Observation> {
  const world = await open();
  try {
    const impossible = await makeAccount(world);
    const reads = await everyRead(world);
    const off = ofEachType((_of, type) => [...new Set([...known[type], ...reads[type].failed])].toSorted());
    return {
      impossible,
      unanswered: ofEachType(({ cases }, type) => {
        const needed = new Set(cases.flatMap(({ kinds }) => kinds));
        return reads[type].silent.filter((kind) => needed.has(kind));
      }),
      off,
      whole: await planned(NOTHING_OFF),
      without: await planned(off),
      checked: await planned(off, 'check'),
      ...(custodian.kind === 'installed' ? { selected: await custodian.unused(world) } : {}),
    };
  } finally {
    await world.close();
  }
}

interface Reads {
  /** Kinds that cannot be read. */
  readonly failed: readonly string[];
  /** Kinds that find nobody, also those that cannot be read; alphabetically. */
  readonly silent: readonly string[];
}

/** One type after the other: each reads the whole account. */
async function everyRead(world: World): Promise<Readonly<Record<Type, Reads>>> {
  const found: [Type, Reads][] = [];
  for (const type of TYPES) found.push([type, await readsOf(world, type)]);
  return Object.fromEntries(found) as Readonly<Record<Type, Reads>>;
}

/** Every source is asked, optional ones too, and in every place. */
async function readsOf(world: World, type: Type): Promise<Reads> {
  const handler = handlerOf(handlers, type);
  const scope = world.scope(handler.parameters.parse({}));
  const listed = await collect(handler.open(scope, world.io()).list());
  const finds = async (source: EvidenceSource) => {
    const uses: Finding[] = [];
    for (const place of source.places(scope)) {
      const findings = await source.read(place, scope, source.per === 'resource' ? listed : [], world.io());
      uses.push(...findings.filter(({ says }) => says === 'used' || says === 'lastUsed'));
    }
    return uses.length > 0;
  };
  const failed: string[] = [];
  const silent: string[] = [];
  for (const source of handler.evidence) {
    if (source.places(scope).length === 0) continue;
    const found = await finds(source).catch(() => void failed.push(source.name));
    if (!found) silent.push(source.name);
  }
  return { failed, silent: silent.toSorted() };
}
