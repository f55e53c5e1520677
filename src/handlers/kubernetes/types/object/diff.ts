/** The live objects of an environment that its source does not declare: for `holystone diff`, without any state. */
import type { Finding } from '../../../../core/common/finding.ts';
import type { Logger } from '../../../../core/common/logger.ts';
import type { Io, Scope } from '../../../contract/handler.ts';
import type { NotInSource, SourceDiff } from '../../../contract/sourceDiff.ts';
import { keptByKey } from '../../objects/deletePolicy.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { declaredInSource } from '../../source/declaredInSource.ts';
import { newestGeneration } from './newestGeneration.ts';
import type { ObjectParameters } from './parameters.ts';
import { safeguards } from './policy.ts';
import { open } from './session.ts';

/** @throws ReadError where the cluster or the source cannot be read */
export async function diff(scope: Scope, io: Io): Promise<SourceDiff> {
  const ofObjects = scope as Scope<ObjectParameters>;
  const denied: string[] = [];
  const session = open(ofObjects, { ...io, log: observing(io.log, (fields) => denied.push(whyOf(fields))) });
  const place = { account: scope.account.name, location: scope.location };
  const [findings, objects] = await Promise.all([
    declaredInSource.read(place, ofObjects, [], io),
    collected(session.list()),
  ]);
  const says = (kind: Finding['says']) =>
    new Map(findings.filter((one) => one.says === kind).map((one) => [one.alias, one.by]));
  const [declared, unknown] = [says('used'), says('unknown')];
  const notInSource: NotInSource[] = [];
  const gaps = new Set(denied);
  const { parameters } = ofObjects;
  const newest = newestGeneration.keep(
    objects.flatMap((one) => newestGeneration.row(one, parameters) ?? []),
    parameters,
  );
  for (const object of objects) {
    const aliases = object.aliases;
    if (aliases.some((alias) => declared.has(alias))) continue;
    const gap = aliases.map((alias) => unknown.get(alias)).find((why) => why !== undefined);
    if (gap === undefined)
      notInSource.push(rowOf(object, parameters, { now: io.clock.now(), newest: newest.get(object.id) }));
    else gaps.add(`${object.id}: ${gap}`);
  }
  return { live: objects.length, notInSource, gaps: [...gaps] };
}

function rowOf(
  object: KubernetesObject,
  parameters: ObjectParameters,
  { now, newest }: { readonly now: number; readonly newest: string | undefined },
): NotInSource {
  const reasons = safeguards.map((one) => one.keeps(object, parameters, { now, findings: [] }));
  const keptBecause = keptByKey(object, now) ?? reasons.find((one) => one !== undefined) ?? newest;
  return { id: object.id, ...(keptBecause === undefined ? {} : { keptBecause }) };
}

async function collected<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

function observing(log: Logger, observed: (fields: object) => void): Logger {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields) => observed(fields),
    error: (fields, message) => log.error(fields, message),
    child: (bindings) => observing(log.child(bindings), observed),
  };
}

/** The session logs each kind that may not be listed. */
function whyOf(fields: object): string {
  const { why } = fields as { readonly why?: unknown };
  return String(why);
}
