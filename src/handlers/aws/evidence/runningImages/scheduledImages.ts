/** ECS tasks that rules and schedules start, by the revision of the task definition that they name. */
import type { Rule } from '@aws-sdk/client-eventbridge';
import type { ScheduleSummary } from '@aws-sdk/client-scheduler';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting, type Found, findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecs } from '../../calls/ecs.ts';
import { eventBridge } from '../../calls/eventBridge.ts';
import { scheduler } from '../../calls/scheduler.ts';
import { provenReader } from '../../wire/places.ts';
import { saysNotFound, unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { taskDefinitionsOf } from './taskDefinitions.ts';

/** A disabled rule counts: a user may enable it at any time. */
export const ruleImages: Omit<EvidenceSource, 'places'> = {
  name: 'ruleImages',
  summary: 'Images of the ECS tasks that EventBridge rules start, on every event bus.',
  permissions: permissionsOf(
    ecs.describeTaskDefinition,
    eventBridge.listEventBuses,
    eventBridge.listRules,
    eventBridge.listTargetsByRule,
  ),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for await (const buses of pages(target, eventBridge.listEventBuses, RULES)) {
        for (const { Name } of buses) await found.attempt(() => ofBus(target, Name, found));
      }
    });
  },
};

const RULES = 'reading the images of EventBridge targets';

async function ofBus(target: CallScope, name: string | undefined, found: Found): Promise<void> {
  const operation = { target, api: eventBridge.listEventBuses.api, what: RULES };
  const EventBusName = requirePart(name || undefined, 'event bus name', operation);
  const rules = pages(target, eventBridge.listRules, RULES, { EventBusName });
  await unlessGone(found.inPages(rules, (rule) => ofRule(target, EventBusName, rule)));
}

async function ofRule(target: CallScope, EventBusName: string, rule: Rule): Promise<readonly Finding[]> {
  const operation = { target, api: eventBridge.listRules.api, what: RULES };
  const Rule = requirePart(rule.Name || undefined, 'rule name', operation);
  const by = `EventBridge rule ${EventBusName}/${Rule} (${rule.State ?? 'state not known'})`;
  const findings: Finding[] = [];
  const reading = async () => {
    for await (const page of pages(target, eventBridge.listTargetsByRule, RULES, { EventBusName, Rule })) {
      for (const { EcsParameters } of page) findings.push(...(await usesOf(target, EcsParameters, by)));
    }
  };
  await unlessGone(reading());
  return findings;
}

/** A disabled schedule counts: a user may enable it at any time. */
export const scheduleImages: Omit<EvidenceSource, 'places'> = {
  name: 'scheduleImages',
  summary: 'Images of the ECS tasks that EventBridge Scheduler starts.',
  permissions: permissionsOf(ecs.describeTaskDefinition, scheduler.getSchedule, scheduler.listSchedules),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(pages(target, scheduler.listSchedules, SCHEDULES), (one) => ofSchedule(target, one));
  },
};

const SCHEDULES = 'reading the images of schedules';
/** The target of a task is its cluster: a schedule of anything else costs no call. */
const CLUSTER = /^arn:[^:]*:ecs:/;

async function ofSchedule(target: CallScope, schedule: ScheduleSummary): Promise<readonly Finding[]> {
  const { Arn } = schedule.Target ?? {};
  if (Arn && !CLUSTER.test(Arn)) return [];
  const operation = { target, api: scheduler.listSchedules.api, what: SCHEDULES };
  const Name = requirePart(schedule.Name || undefined, 'schedule name', operation);
  const GroupName = requirePart(schedule.GroupName || undefined, 'schedule group', operation);
  try {
    const { State, Target } = await read(target, scheduler.getSchedule, SCHEDULES, { Name, GroupName });
    const whole = requirePart(Target, 'target', { ...operation, api: scheduler.getSchedule.api });
    const by = `schedule ${GroupName}/${Name} of EventBridge Scheduler (${State ?? 'state not known'})`;
    return await usesOf(target, whole.EcsParameters, by);
  } catch (error) {
    // It was deleted after the listing, for example because it was to run once.
    if (saysNotFound(error)) return [];
    throw error;
  }
}

async function usesOf(
  target: CallScope,
  parameters: { readonly TaskDefinitionArn?: string | undefined } | undefined,
  by: string,
): Promise<readonly Finding[]> {
  const { TaskDefinitionArn: definition } = parameters ?? {};
  return definition ? taskDefinitionsOf(target).usesOf(target, definition, by) : [];
}
