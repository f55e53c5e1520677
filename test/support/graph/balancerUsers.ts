/** Users that every kind of load balancer may have: alias records, and traffic. */
import type { Launching } from './launched.ts';

export type Row = readonly [string, (launching: Launching) => void];

export const dnsNameOf = (name: string) => `${name}-0123456789.us-east-1.elb.amazonaws.com`;

/** An alias record for the DNS name with a prefix. */
export const record =
  (prefix: string, isPrivate = false): Row[1] =>
  ({ control, at, name, user }) => {
    const AliasTarget = { HostedZoneId: 'Z1', DNSName: `${prefix}${dnsNameOf(name)}.`, EvaluateTargetHealth: false };
    const records = [{ Name: `www.${user}.example.`, Type: 'A' as const, AliasTarget }];
    control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate, records }]);
  };

const METRIC_DAY = 86_400_000;

/**
 * @param namespace of the metrics, `AWS/ELB`
 * @param dimensionOf the id of a load balancer, as its metrics name it
 */
export const trafficIn =
  (namespace: string, dimensionOf: (id: string) => string) =>
  /** @param daysAgo when the metric had this value @param suffix makes it the metric of another load balancer */
  (name: string, daysAgo: number, value: number, suffix = ''): Row[1] =>
  ({ control, at, id }) => {
    const of = `${dimensionOf(id)}${suffix}`;
    // Several users may be values of one metric, and a seed replaces the one before.
    const known = control.state(at).metrics.find((one) => one.name === name && one.of === of)?.points ?? [];
    const points = [...known, { at: new Date(Date.now() - daysAgo * METRIC_DAY).toISOString(), value }];
    control.addMetrics(at, [{ namespace, name, of, points }]);
  };
