import * as module from '@aws-sdk/client-eventbridge';
import { AwsError } from '../collections/errors.ts';
import { eventRules, ruleKey } from '../seeds/groupNamerSeeds.ts';
import { answered } from '../store/answers.ts';
import { collection, listingsOf, numbered } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_ListRules.html and its siblings */
const listing = listingsOf({
  size: 'Limit',
  token: 'NextToken',
  badToken: 'InvalidToken',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ValidationException',
});

export function eventBridge(): Service {
  return service(
    module,
    module.EventBridgeClient,
  )({
    ListApiDestinations: listing(answered(), { answer: 'ApiDestinations' }),

    ListEventBuses: listing(
      collection<unknown, { readonly bus: string }, module.EventBus>(
        ({ here }) => numbered(busesIn(here).map((bus) => ({ bus }))),
        ({ bus }) => ({ Name: bus }),
      ),
      { answer: 'EventBuses' },
    ),

    ListRules: listing(
      collection(
        ({ here }, { EventBusName = 'default' }: module.ListRulesCommandInput) => rulesOf(here, EventBusName),
        ({ bus, name, state }): module.Rule => ({ Name: name, EventBusName: bus, State: state }),
      ),
      { answer: 'Rules' },
    ),

    ListTargetsByRule: listing(
      collection<module.ListTargetsByRuleCommandInput, module.Target, module.Target>(
        ({ here }, { Rule = '', EventBusName = 'default' }) => numbered(existing(here, EventBusName, Rule).targets),
        (target) => target,
      ),
      { answer: 'Targets' },
    ),

    PutRule({ Name = '', EventBusName: bus = 'default', State = 'ENABLED' }, call) {
      const { here, account, region } = call;
      const targets = here.eventRules.get(ruleKey({ bus, name: Name }))?.targets ?? [];
      const state = State === 'DISABLED' ? 'DISABLED' : 'ENABLED';
      here.eventRules.put(ruleKey({ bus, name: Name }), eventRules.make({ bus, name: Name, state, targets }, call));
      return { RuleArn: `arn:aws:events:${region}:${account.id}:rule/${Name}` };
    },

    PutTargets({ Rule = '', EventBusName: bus = 'default', Targets = [] }, { here }) {
      const rule = existing(here, bus, Rule);
      const others = rule.targets.filter(({ Id }) => !Targets.some((target) => target.Id === Id));
      here.eventRules.put(ruleKey(rule), { ...rule, targets: [...others, ...Targets] });
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
  });
}

function busesIn({ eventRules: rules }: Region): readonly string[] {
  return [...new Set(['default', ...rules.values().map(({ bus }) => bus)])];
}

function rulesOf(here: Region, bus: string) {
  if (!busesIn(here).includes(bus)) throw notFound(`Event bus ${bus} does not exist.`);
  return here.eventRules.view().filter(({ value }) => value.bus === bus);
}

function existing(here: Region, bus: string, name: string) {
  const rule = here.eventRules.get(ruleKey({ bus, name }));
  if (rule) return rule;
  throw notFound(`Rule ${name} does not exist on EventBus ${bus}.`);
}

function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message);
}
