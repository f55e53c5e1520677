/** Users that graphs of several types have, as rows of their tables. */
import type { Launching } from './launched.ts';
import { DAY } from './surveyed.ts';

export type Row = readonly [string, (launching: Launching) => void];

/** An item of a listing. */
export const answers =
  (operation: string, item: (launching: Launching) => object): Row[1] =>
  (launching) =>
    launching.control.addAnswers(launching.at, [{ operation, item: item(launching) }]);

/** A record of Route 53 that leads to it. */
export const recorded =
  (toHost: (name: string) => string): Row[1] =>
  ({ control, at, name, user }) => {
    const ResourceRecords = [{ Value: toHost(name) }];
    const records = [{ Name: `one.${user}.example.`, Type: 'CNAME' as const, TTL: 60, ResourceRecords }];
    control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate: true, records }]);
  };

/** A function with a text about it in its environment. */
export const variable =
  (value: (name: string) => string): Row[1] =>
  ({ control, at, name, user }) =>
    control.addFunctions(at, [{ FunctionName: user, Environment: { Variables: { TEXT: value(name) } } }]);

/** A resource of the Cloud Control API. */
export const controlled =
  (TypeName: string, toProperties: (name: string) => Readonly<Record<string, unknown>>): Row[1] =>
  ({ control, at, name, user }) =>
    control.addCloudResources(at, [{ TypeName, Identifier: user, Properties: toProperties(name) }]);

/** A value of a metric, beside those that other users gave it: a seed replaces the one before. */
export const valued =
  (
    namespace: string,
    name: string,
    daysAgo: number,
    value: number,
    dimensionsOf: (id: string) => Readonly<Record<string, string>>,
  ): Row[1] =>
  ({ control, at, id }) => {
    const dimensions = dimensionsOf(id);
    const isSame = (one: { name: string; dimensions: object }) =>
      one.name === name && JSON.stringify(one.dimensions) === JSON.stringify(dimensions);
    const known = control.state(at).metrics.find(isSame)?.points ?? [];
    const points = [...known, { at: new Date(Date.now() - daysAgo * DAY).toISOString(), value }];
    control.addMetrics(at, [{ namespace, name, dimensions, points }]);
  };
