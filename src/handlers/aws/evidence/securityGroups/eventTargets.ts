import type { Rule, Target } from '@aws-sdk/client-eventbridge';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting, type Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eventBridge } from '../../calls/eventBridge.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { groupsIn, groupsNamed } from './namedGroups.ts';

/** A disabled rule counts: a user may enable it at any time. */
export const eventTargets: EvidenceSource = {
  name: 'eventTargets',
  summary:
    'Targets of EventBridge rules, on every event bus, in every account, by the security groups of the ECS tasks that they start, and by the ids in their input.',
  permissions: permissionsOf(eventBridge.listEventBuses, eventBridge.listRules, eventBridge.listTargetsByRule),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const buses of pages(target, eventBridge.listEventBuses, WHAT)) {
        for (const { Name } of buses) await found.attempt(() => ofBus(target, Name, found));
      }
    });
  },
};

const WHAT = 'reading the security groups of EventBridge targets';

async function ofBus(target: CallScope, name: string | undefined, found: Found): Promise<void> {
  const operation = { target, api: eventBridge.listEventBuses.api, what: WHAT };
  const EventBusName = requirePart(name || undefined, 'event bus name', operation);
  const rules = pages(target, eventBridge.listRules, WHAT, { EventBusName });
  await unlessGone(found.inPages(rules, (rule) => ofRule(target, EventBusName, rule)));
}

async function ofRule(target: CallScope, EventBusName: string, rule: Rule): Promise<readonly Finding[]> {
  const operation = { target, api: eventBridge.listRules.api, what: WHAT };
  const Rule = requirePart(rule.Name || undefined, 'rule name', operation);
  const by = `EventBridge rule ${EventBusName}/${Rule} (${rule.State ?? 'state not known'})`;
  const findings: Finding[] = [];
  const reading = async () => {
    for await (const page of pages(target, eventBridge.listTargetsByRule, WHAT, { EventBusName, Rule })) {
      for (const one of page) findings.push(...groupsOf(one, by));
    }
  };
  await unlessGone(reading());
  return findings;
}

/** The input may contain secrets: only ids of groups leave it. */
function groupsOf({ EcsParameters, Input, InputTransformer }: Target, by: string): readonly Finding[] {
  const ofTasks = EcsParameters?.NetworkConfiguration?.awsvpcConfiguration?.SecurityGroups;
  return [...groupsNamed(ofTasks, by), ...groupsIn(Input, by), ...groupsIn(InputTransformer?.InputTemplate, by)];
}
