/** All answers of one AWS, once the account is in it, to the program and Cloud Custodian. */

import type { Finding } from '../../src/core/common/finding.ts';
import type { EvidenceSource } from '../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../src/handlers/contract/types.ts';
import { handlers } from '../../src/handlers/index.ts';
import { collect } from '../integration/handlers/fixture.ts';
import { makeAccount, TYPES, type Type } from './account.ts';
import type { Custodian, SelectedNames } from './custodian.ts';
import { type Kinds, NOTHING_OFF, type Planned, planned } from './planning.ts';
import type { World } from './world.ts';

export interface Observation {
  /** Cases it cannot be brought into. */
  readonly impossible: readonly string[];
  /** Kinds of evidence that cannot be read in it, or that find no user although the account has one for each. */
  readonly unanswered: Kinds;
  /** Made with every kind of evidence. */
  readonly whole: Planned;
  /** Made without those of {@link observe}. */
  readonly without: Planned;
  /** As {@link without}, and looking for users of shared resources. */
  readonly checked: Planned;
  /** Absent where Cloud Custodian cannot be had. */
  readonly selected?: SelectedNames;
}

/** Opens, fills, asks and closes it: two of them at a time would be one too many for the environment. */
export async function observe(open: () => Promise<World>, off: Kinds, custodian: Custodian): Promise<Observation> {
  const world = await open();
  try {
    return {
      impossible: await makeAccount(world),
      unanswered: await everyUnanswered(world),
      whole: await planned(NOTHING_OFF),
      without: await planned(off),
      checked: await planned(off, 'check'),
      ...(custodian.kind === 'installed' ? { selected: await custodian.unused(world) } : {}),
    };
  } finally {
    await world.close();
  }
}

/** One type after the other: each reads the whole account. */
async function everyUnanswered(world: World): Promise<Kinds> {
  const found: [Type, readonly string[]][] = [];
  for (const type of TYPES) found.push([type, await unanswered(world, type)]);
  return Object.fromEntries(found) as Kinds;
}

/** Every source is asked, optional ones too, and in every place. */
async function unanswered(world: World, type: Type): Promise<readonly string[]> {
  const handler = handlerOf(handlers, type);
  const scope = world.scope(handler.parameters.parse({}));
  const listed = await collect(handler.open(scope, world.io()).list());
  const found = async (source: EvidenceSource) => {
    const uses: Finding[] = [];
    for (const place of source.places(scope)) {
      const findings = await source.read(place, scope, source.per === 'resource' ? listed : [], world.io());
      uses.push(...findings.filter(({ says }) => says === 'used' || says === 'lastUsed'));
    }
    return uses.length > 0;
  };
  const kinds: string[] = [];
  for (const source of handler.evidence) {
    const isAsked = source.places(scope).length > 0;
    if (isAsked && !(await found(source).catch(() => false))) kinds.push(source.name);
  }
  return kinds.sort();
}
