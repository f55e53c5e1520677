import type { Action, Listener, Rule } from '@aws-sdk/client-elastic-load-balancing-v2';
import { defined } from '../../../../core/common/defined.ts';
import { elbV2 } from '../../calls/loadBalancing.ts';
import { targetGroupAlias } from '../../resources/balancingAliases.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { targetsOf } from './registeredTargets.ts';
import { nameIn, shown } from './shown.ts';

/**
 * A rule that redirects or answers itself needs no targets to be in use. A target of any health counts: it may pass its
 * next check.
 */
export const listenerUses = eachSource({
  name: 'listenerUses',
  summary:
    'Its listeners, by their default actions and all their rules: those that forward to a target group with a target, whatever its health, and those that redirect or give a fixed response. Whatever else uses such a target group uses the load balancer.',
  calls: [elbV2.describeListeners, elbV2.describeRules, elbV2.describeTargetHealth],
  reading(target) {
    const targets = new Map<string, Promise<readonly string[]>>();
    const targetsIn = (arn: string) => {
      // AWS deletes no target group that a listener names, but the listener may have changed since it was read.
      const known = targets.get(arn) ?? unlessGone(targetsOf(target, arn), []);
      targets.set(arn, known);
      return known;
    };
    return async ({ id: LoadBalancerArn }) => {
      const what = `reading the listeners of ${LoadBalancerArn}`;
      const findings: FindingOfOne[] = [];
      for await (const page of pages(target, elbV2.describeListeners, what, { LoadBalancerArn })) {
        for (const listener of page) findings.push(...(await usesOf(target, listener, targetsIn)));
      }
      return findings;
    };
  },
});

type TargetsIn = (arn: string) => Promise<readonly string[]>;

async function usesOf(target: CallScope, listener: Listener, targetsIn: TargetsIn): Promise<readonly FindingOfOne[]> {
  const { ListenerArn, Protocol = '', Port = '', DefaultActions = [] } = listener;
  const called = `its listener ${Protocol} ${Port}`.trim();
  const findings: FindingOfOne[] = [];
  for (const action of DefaultActions) findings.push(...(await usesOfAction(action, called, targetsIn)));
  for (const rule of await rulesOf(target, ListenerArn)) {
    const by = `${called}, rule ${rule.Priority ?? 'without priority'}`;
    for (const action of rule.Actions ?? []) findings.push(...(await usesOfAction(action, by, targetsIn)));
  }
  return findings;
}

/** The default rule repeats the default actions. Only listeners of application load balancers have others. */
async function rulesOf(target: CallScope, ListenerArn: string | undefined): Promise<readonly Rule[]> {
  if (ListenerArn?.includes(':listener/app/') === false) return [];
  const rules = await allOf(
    pages(target, elbV2.describeRules, `reading the rules of ${ListenerArn}`, defined({ ListenerArn })),
  );
  return rules.filter(({ IsDefault }) => IsDefault !== true);
}

/** Actions that only let a request through to the next action: they use nothing themselves. */
const GATES: ReadonlySet<string> = new Set(['authenticate-cognito', 'authenticate-oidc', 'jwt-validation']);

async function usesOfAction(action: Action, by: string, targetsIn: TargetsIn): Promise<readonly FindingOfOne[]> {
  const { Type: type = 'type not known', TargetGroupArn, ForwardConfig } = action;
  if (GATES.has(type)) return [];
  if (type === 'redirect' || type === 'fixed-response') return [{ says: 'used', by: `${by} (${type})` }];
  if (type !== 'forward') return [{ says: 'unknown', by: `${by} has an action that Holystone does not know: ${type}` }];
  const weighted = (ForwardConfig?.TargetGroups ?? []).flatMap((group) => group.TargetGroupArn ?? []);
  const groups = new Set([...(TargetGroupArn ? [TargetGroupArn] : []), ...weighted]);
  if (groups.size === 0) return [{ says: 'unknown', by: `${by} forwards, and AWS does not say to which target group` }];
  const findings: FindingOfOne[] = [];
  for (const arn of groups) {
    findings.push(linkTo(arn));
    const targets = await targetsIn(arn);
    if (targets.length > 0) {
      findings.push({ says: 'used', by: `${by} → target group ${nameIn(arn)} with ${shown(targets)}` });
    }
  }
  return findings;
}

/** Users name a target group by its ARN or by its name. */
function linkTo(arn: string): FindingOfOne {
  return { says: 'leadsTo', to: [arn, targetGroupAlias(nameIn(arn))], by: `target group ${nameIn(arn)}` };
}
