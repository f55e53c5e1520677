/**
 * Every source of evidence of every handler, in an account in which there is everything: whatever goes wrong with
 * whichever of its calls, it throws in words to act on, or says no less than it says when nothing goes wrong.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CallRecord, FaultRule } from '../../../sandbox/aws/index.ts';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Finding, Place } from '../../../src/core/common/finding.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { ALL_CALLS } from '../../../src/handlers/aws/calls/index.ts';
import { leftovers } from '../../../src/handlers/aws/evidence/clusters/leftovers.ts';
import { templateUsers } from '../../../src/handlers/aws/evidence/mentioning/templateUsers.ts';
import { imageFamily } from '../../../src/handlers/aws/evidence/references/imageFamily.ts';
import { sourceVolume } from '../../../src/handlers/aws/evidence/storage/sourceVolume.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { ecrSubjects } from '../../../src/handlers/aws/types/ecrTag/subjects.ts';
import { ownPlace } from '../../../src/handlers/aws/wire/places.ts';
import type { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { readsOf } from '../../../src/lifecycle/index.ts';
import { EVERYTHING } from '../../support/graph/everything.ts';
import { OWN } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { FAULTS } from '../../support/graph/troubles.ts';
import type { SurveyCall } from '../../support/recordedAws.ts';
import { EXHAUSTIVE, someOf } from '../../support/sampled.ts';
import { collect } from './fixture.ts';

const { handlers } = provider;

const PLACE: Place = { account: 'test', location: OWN.region };
/** A page of a listing: so small that a few entries already fill several. */
const PAGE = 2;
/** The sources that only the rules clusterGone, volumeGone and orphan need. */
const OF_RULES = new Set([...leftovers({}).evidence, sourceVolume, ecrSubjects].map(({ name }) => name));
/** These types ask for them with `protects: used` only: protectedByVersions.test.ts. */
const OF_VERSIONS = new Set(templateUsers(ownPlace).map(({ name }) => name));
const NAMED_BY_VERSIONS: ReadonlySet<string> = new Set(['image', 'networkInterface', 'securityGroup', 'snapshot']);
/** Some hundred reads, each of an account of its own, with knowledge of its own; a busy machine needs time for them. */
const TIMEOUT = 900_000;
/** The first type with each read. */
const FIRST = new Map(
  handlers
    .flatMap(({ resourceType, evidence }) => evidence.map(({ read }) => [read, resourceType] as const))
    .toReversed(),
);
const isFirst = (read: EvidenceSource['read'], type: string) => FIRST.get(read) === type;
/** These calls prove the account before any read; account.test.ts is about them. */
const PROOF = new Set(['AssumeRole', 'GetCallerIdentity', 'ListAccountAliases']);

/** How many sources there are so far. */
let rows = 0;

const surveyed = surveyedForAll();
let candidates: readonly Resource[];
afterEach(() => surveyed.recover());

/** The advice to an operator, whatever the problem is. */
const ADVICE =
  /allow it for|retries more slowly|correct the credentials|check the network|check the region|Holystone ignores|the same NextToken twice|has no list in it|failed \(|answer .* (has|names) no|not whole|is listed, but|came without|was not in the answer/;

/** The findings of its clean answer that `found` lacks, and that no gap covers. */
function missing(clean: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const says = (alias: string, test: (finding: Finding) => boolean) =>
    found.some((finding) => finding.alias === alias && (finding.says === 'unknown' || test(finding)));
  const kept = clean.filter((finding) => finding.says !== 'supersedes' && finding.says !== 'gone');
  return kept.filter(
    ({ alias, says: what, byId }) =>
      !says(alias, (other) => other.says === 'used' || (other.says === what && [byId, '*'].includes(other.byId))),
  );
}

describe.each(handlers.map((handler) => [handler.resourceType, handler] as const))('%s', (type, handler) => {
  const everything = EVERYTHING[type];
  if (!everything) throw new Error(`nothing is known about everything of ${type}`);
  const entry = () => everything.entry(surveyed);
  const read = async (source: EvidenceSource, clients: SharedClientPool): Promise<readonly Finding[]> => {
    const { scope, io, close } = surveyed.reading(entry(), clients);
    try {
      // A service of the whole world has one region.
      const location = source.places(scope)[0]?.location ?? PLACE.location;
      return await source.read({ ...PLACE, location }, scope, source.per === 'resource' ? candidates : [], io);
    } finally {
      close();
    }
  };
  /** A read in which nothing goes wrong, with its calls; later reads that differ in one call get its answers. */
  const cleanRead = async (source: EvidenceSource) => {
    let clean: readonly Finding[] = [];
    const calls = await surveyed.callsOf(async () => {
      clean = await read(source, surveyed.aws.record());
    });
    return { clean, calls: calls.filter(({ operation }) => !PROOF.has(operation)) };
  };
  /** The findings of the source, and whether the sandbox struck one of its calls. */
  const struckRead = async (source: EvidenceSource, isSent: (call: SurveyCall) => boolean) => {
    let found: readonly Finding[] | Error = [];
    const sent = await surveyed.callsOf(async () => {
      found = await read(source, surveyed.aws.replay(isSent)).catch((error: unknown) => error as Error);
    });
    return { found: found as readonly Finding[] | Error, isStruck: sent.some(({ fault }) => fault !== undefined) };
  };

  beforeAll(async () => {
    await everything.build(surveyed, PAGE);
    const { scope, io, close } = surveyed.reading(entry());
    const all = await collect(handler.open(scope, io).list());
    candidates = everything.asked(all);
    close();
  });
  beforeEach(() => surveyed.recover());

  /** Of a rule or an option that no entry here has; snapshots.test.ts and imageFamily.test.ts break their reads. */
  const elsewhere: ReadonlySet<string> = new Set([sourceVolume.name, imageFamily.name]);
  /** The others ask no provider, or another one. Types share the read of a text: the first of them breaks it. */
  const sources = handler.evidence.filter(
    ({ name, permissions, provider: asked = handler.provider, read, group }) =>
      permissions.length > 0 &&
      !elsewhere.has(name) &&
      asked === handler.provider &&
      (group === undefined || isFirst(read, type)),
  );

  // clusters.test.ts, lessEvidenceOfClusters.test.ts and orphanTags.test.ts break the reads of the sources that only one rule needs.
  test('every source is read here', () => {
    const { scope, settings, close } = surveyed.reading(entry());
    close();
    const all = [
      ...readsOf({ handler, scope, settings }, 'location'),
      ...readsOf({ handler, scope, settings }, 'resource'),
    ];
    const here = all.filter(({ place }) => place.account === PLACE.account).map(({ source }) => source.name);
    const others = handler.evidence.filter(
      ({ name, provider = handler.provider }) =>
        !OF_RULES.has(name) &&
        !elsewhere.has(name) &&
        provider === handler.provider &&
        // Documents and states are read where the configuration names one: externalReferences.test.ts, lifecycle/terraformStates.
        (!['externalReferences', 'terraformStates'].includes(name) || here.includes(name)) &&
        (!(NAMED_BY_VERSIONS.has(type) && OF_VERSIONS.has(name)) || here.includes(name)),
    );
    expect(here.toSorted()).toEqual(others.map(({ name }) => name).toSorted());
  });

  describe.each(sources.map((source) => [source.name, source] as const))('%s', (_, source) => {
    const row = rows++;
    let clean: readonly Finding[];
    let calls: readonly CallRecord[];
    beforeAll(async () => {
      ({ clean, calls } = await cleanRead(source));
    });

    test(
      'L30 A6 A14 any failure of any call or page gives an error with advice, or loses no user',
      async () => {
        const wrong: unknown[] = [];
        for (const [{ nth, ...call }, kinds] of troublesOf(calls, row)) {
          for (const kind of kinds) {
            surveyed.recover();
            surveyed.break({ kind, times: 1, ...call });
            const { found, isStruck } = await struckRead(
              source,
              (sent) => sent.account === PLACE.account && sent.operation === call.operation && sent.nth === nth,
            );
            if (!isStruck) wrong.push([kind, call, nth, 'is not sent']);
            const isReported = found instanceof ReadError && ADVICE.test(found.message) && /test/.test(found.message);
            if (isReported || (!(found instanceof Error) && missing(clean, found).length === 0)) continue;
            wrong.push([kind, call, nth, found instanceof Error ? String(found) : missing(clean, found)]);
          }
        }
        expect(wrong).toEqual([]);
      },
      TIMEOUT,
    );

    test('A3 a source declares its permissions, and names a denied one', async () => {
      const { scope, close } = surveyed.reading(entry());
      close();
      const also = (source.alsoNeeds?.(scope) ?? []).flatMap(({ permissions }) => permissions);
      const declared = [...source.permissions, ...also];
      const asked = new Set(calls.map(({ service, operation }) => `${service}:${operation}`));
      const permissions = new Map([...asked].map((call) => [call, permissionOf(call, declared)]));
      expect(declared).toEqual(expect.arrayContaining([...permissions.values()]));
      for (const [call, permission] of permissions) {
        surveyed.recover();
        surveyed.deny(call, OWN.account);
        const { found } = await struckRead(source, ({ operation }) => call.endsWith(`:${operation}`));
        // Where no type is found the service itself is asked, and its answer is enough.
        const isEnough = source.permissions.length > 1 && permission === 'cloudformation:ListResources';
        if (isEnough && !(found instanceof Error) && missing(clean, found).length === 0) continue;
        const named = found instanceof Error ? [found] : found;
        expect(named).toContainEqual(expect.objectContaining({ permission }));
      }
    });
  });
});

/**
 * The permission that a call needs: IAM may have another prefix than the signature (`monitoring`), or one permission for
 * all reads of a service (`apigateway:GET`). @param call `ec2:DescribeImages`, by its signature
 */
function permissionOf(call: string, declared: readonly string[]): string {
  const operation = call.slice(call.indexOf(':') + 1);
  const known = ALL_CALLS.filter((one) => one.operation === operation).map(({ api, permission = api }) => permission);
  return known.includes(call) ? call : (known.find((one) => declared.includes(one)) ?? call);
}

type Struck = Pick<FaultRule, 'operation' | 'account' | 'nth'>;

/** Of an operation that is called for each of many things the first few calls stand for all. */
const PAGES = EXHAUSTIVE ? 5 : 2;

/** The first call of each operation in every way (in CI in three of the nine); each page after it, and the last, in some. */
function troublesOf(
  calls: readonly CallRecord[],
  row: number,
): readonly (readonly [Struck, readonly FaultRule['kind'][]])[] {
  const operations = [...new Set(calls.map(({ operation }) => operation))];
  return operations.flatMap((operation, index) => {
    const count = calls.filter((call) => call.operation === operation).length;
    const at = (nth: number): Struck => ({ operation, account: OWN.account, nth });
    const later = Array.from({ length: Math.min(count, PAGES) - 1 }, (_, index) => index + 2);
    return [
      [at(1), someOf(FAULTS, 3, row + index)] as const,
      ...later.map((nth) => [at(nth), ['error', 'truncate']] as const),
      ...(count > 1 ? [[at(count), ['blank', 'repeatToken']] as const] : []),
    ];
  });
}
