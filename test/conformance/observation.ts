/** All that one AWS, once the account is in it, tells the program and Cloud Custodian. */

import type { Finding } from '../../src/core/common/finding.ts';
import { autoScalingGroup } from '../../src/handlers/aws/types/autoScalingGroup/handler.ts';
import { image } from '../../src/handlers/aws/types/image/handler.ts';
import { launchConfiguration } from '../../src/handlers/aws/types/launchConfiguration/handler.ts';
import { launchTemplate } from '../../src/handlers/aws/types/launchTemplate/handler.ts';
import { snapshot } from '../../src/handlers/aws/types/snapshot/handler.ts';
import { volume } from '../../src/handlers/aws/types/volume/handler.ts';
import type { EvidenceSource, Handler } from '../../src/handlers/contract/handler.ts';
import { collect } from '../integration/handlers/fixture.ts';
import { makeAccount, type Type } from './account.ts';
import type { Custodian, Selected } from './custodian.ts';
import { type Kinds, NOTHING_OFF, type Planned, planned } from './planning.ts';
import type { World } from './world.ts';

export interface Observation {
  /** Cases it cannot be brought into. */
  readonly impossible: readonly string[];
  /** Kinds of evidence that cannot be read in it, or that find nobody although the account has somebody for each. */
  readonly unanswered: Kinds;
  /** Made with every kind of evidence. */
  readonly whole: Planned;
  /** Made without those of {@link observe}. */
  readonly without: Planned;
  /** As {@link without}, and looking who uses what is shared. */
  readonly checked: Planned;
  /** Absent where Cloud Custodian cannot be had. */
  readonly selected?: Selected;
}

const HANDLERS = {
  image,
  autoScalingGroup,
  launchConfiguration,
  launchTemplate,
  snapshot,
  volume,
} as unknown as Readonly<Record<Type, Handler>>;

/** Opens, fills, asks and closes it: two of them at a time would be one too many for the environment. */
export async function observe(open: () => Promise<World>, off: Kinds, custodian: Custodian): Promise<Observation> {
  const world = await open();
  try {
    return {
      impossible: await makeAccount(world),
      unanswered: {
        image: await unanswered(world, 'image'),
        autoScalingGroup: await unanswered(world, 'autoScalingGroup'),
        launchConfiguration: await unanswered(world, 'launchConfiguration'),
        launchTemplate: await unanswered(world, 'launchTemplate'),
        snapshot: await unanswered(world, 'snapshot'),
        volume: await unanswered(world, 'volume'),
      },
      whole: await planned(NOTHING_OFF),
      without: await planned(off),
      checked: await planned(off, 'check'),
      ...(custodian.kind === 'installed' ? { selected: await custodian.unused(world) } : {}),
    };
  } finally {
    await world.close();
  }
}

/** Every source is asked, optional ones too, and in every place. */
async function unanswered(world: World, type: Type): Promise<readonly string[]> {
  const handler = HANDLERS[type];
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
