/** The stacks of CloudFormation that name an asset of CDK. */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { defined } from '../../../../core/common/defined.ts';
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { matchesStars } from '../../../../core/common/stars.ts';
import { Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import type { AssetParameters } from '../../resources/cdk/parameters.ts';
import { environmentsIn } from '../../resources/cdk/places.ts';
import {
  blocksDeletions,
  gapIn,
  holdingBack,
  protectedBy,
  protectedIn,
  protects,
  type ReviewedStack,
  reviewWords,
  type TemplateRead,
} from '../../resources/cdk/stacks.ts';
import { everyLocation, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { hasStack } from './bootstrap.ts';
import { StackMemory } from './stackMemory.ts';
import type { Named } from './stackRecord.ts';
import { namedByStack, namedMeanwhile, TemplateCache } from './templates.ts';

const WHAT = 'reading the stacks';
const ADVICE = 'delete it, or end or skip its review with `reviews`';

/** Every stack of a place; nested stacks and the instances of StackSets are stacks like any other. @throws ReadError */
async function* stacksOf(target: CallScope): AsyncGenerator<readonly Stack[]> {
  yield* pages(target, cloudFormation.describeStacks, WHAT);
}

/** What the stacks of a place say of some assets, soon after all evidence about them was read. */
export interface StacksNow {
  /** The names of the stacks that are reviewed before they are created. */
  readonly reviewed: readonly string[];
  /** By alias. */
  readonly findings: readonly Finding[];
}

/**
 * Only stacks that changed since are read again.
 * @param hashes of the assets
 * @throws ReadError
 */
export async function stacksNow(
  target: CallScope,
  { allowSkip, reviews }: Pick<AssetParameters, 'allowSkip' | 'reviews'>,
  hashes: ReadonlySet<string>,
): Promise<StacksNow> {
  const reading = new Reading(target, cacheOf(target), target.region.toLowerCase(), hashes);
  const failure = await reading.all();
  if (failure) throw failure;
  const gap = gapIn(reading.reads, maySkipBy(allowSkip));
  const reviewed = reading.holdingBack(reviews).all;
  // A reviewed stack blocks every deletion, so it does not matter whether the others can be read.
  if (gap !== undefined && reviewed.length === 0)
    throw new ReadError(`${WHAT} in ${whereIs(target)}: ${gap}`, reading.failureOf(gap));
  return { reviewed, findings: reading.findings() };
}

function cacheOf({ account, region, io }: CallScope): TemplateCache {
  return io.clients.get(`aws/${account.name}/${region}/cdkTemplates`, () => new TemplateCache());
}

function maySkipBy(allowSkip: readonly string[]): (stack: string) => boolean {
  return (stack) => allowSkip.some((pattern) => matchesStars(pattern, stack));
}

/**
 * Other accounts of the configuration deploy from the same build, so the assets of their stacks stay too. One template
 * that cannot be read leaves everything open.
 */
export const stackTemplates: EvidenceSource<AssetParameters> = {
  name: 'stackTemplates',
  summary:
    'Stacks of CloudFormation that name the asset, in every AWS account and region of the configuration: in their template as it was written and as it was processed, in the value of a parameter, or in a pending change set.',
  permissions: permissionsOf(
    cloudFormation.describeStacks,
    cloudFormation.getTemplate,
    cloudFormation.getTemplateSummary,
    cloudFormation.listChangeSets,
    cloudFormation.describeChangeSet,
  ),
  per: 'location',
  places: everyLocation,
  // A stack of another region protects only in the regions that it names.
  variant: ({ location, parameters: { allowSkip, bootstrap, reviews } }) =>
    JSON.stringify([location, bootstrap.stackName, ...allowSkip, reviews]),
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const { allowSkip, bootstrap, reviews } = scope.parameters;
    const reading = new Reading(target, cacheOf(target), scope.location.toLowerCase());
    const failure = await reading.all();
    const findings = new Found();
    findings.add(reading.findings());
    if (failure) return findings.end(failure);
    // A place without any stack uses nothing; one with a bootstrap stack has a stack, so an empty listing is wrong.
    const isUnused = reading.isEmpty && !(await hasStack(target, bootstrap.stackName));
    const gap = isUnused ? undefined : gapIn(reading.reads, maySkipBy(allowSkip));
    // No deletion begins beside a review, so a date for one would be wrong; while a deployment runs, it is right soon.
    const review = reading.isOwn(scope.account) ? reviewWords(reading.holdingBack(reviews).long) : undefined;
    const why = gap ?? (review === undefined ? undefined : `${review}; ${ADVICE}`);
    if (why === undefined) return findings.end();
    return findings.end(new ReadError(`${WHAT} in ${whereIs(target)}: ${why}`, reading.failureOf(why)));
  },
};

/** These problems affect every further call. */
const FOR_EVERYTHING: ReadonlySet<ReadError['problem']> = new Set([
  'throttled',
  'unreachable',
  'credentials',
  'wrongAccount',
]);

class Reading {
  readonly reads: TemplateRead[] = [];
  /** The names of the stacks that are reviewed before they are created. */
  readonly reviewed: ReviewedStack[] = [];
  readonly #target: CallScope;
  readonly #cache: TemplateCache;
  /** Of the assets; the stacks may be in another one. */
  readonly #region: string;
  /** The first stack that names an alias. */
  readonly #named = new Map<string, Finding>();
  /** Only these matter, and only stacks that changed are read again; absent: all. */
  readonly #wanted: ReadonlySet<string> | undefined;
  #first: ReadError | undefined;

  constructor(target: CallScope, cache: TemplateCache, region: string, wanted?: ReadonlySet<string>) {
    this.#target = target;
    this.#cache = cache;
    this.#region = region;
    this.#wanted = wanted;
  }

  /** Not one stack was listed. */
  get isEmpty(): boolean {
    return this.reads.length === 0;
  }

  /** @returns the failure that ended it: nothing after it is known */
  async all(): Promise<ReadError | undefined> {
    const seen = new Set<string>();
    try {
      for await (const page of stacksOf(this.#target)) {
        for (const stack of page) if (protects(stack.StackStatus ?? '')) await this.#stack(stack, seen);
      }
    } catch (error) {
      if (error instanceof ReadError) return error;
      throw error;
    }
    // An empty listing may be wrong; Holystone forgets no stack for it.
    if (!this.isEmpty) await this.#cache.keep(new StackMemory(this.#target), seen);
    return undefined;
  }

  /** The stacks in review that hold deletions back; see `reviews`. */
  holdingBack({ abandonedAfter, skip }: AssetParameters['reviews']) {
    return holdingBack(this.reviewed, { abandonedAfter, isSkipped: maySkipBy(skip) }, this.#target.io.clock.now());
  }

  findings(): readonly Finding[] {
    return [...this.#named.values()];
  }

  failureOf(explanation: string): ConstructorParameters<typeof ReadError>[1] {
    const { problem = 'failed', permission, cause } = this.#first ?? {};
    return { problem, permission, explanation: this.#first?.explanation ?? explanation, cause };
  }

  async #stack(stack: Stack, seen: Set<string>): Promise<void> {
    const { StackName: name = '' } = stack;
    const by = `stack ${name} in ${whereIs(this.#target)}`;
    try {
      const read = this.#wanted ? namedMeanwhile : namedByStack;
      const all = await read(this.#target, this.#cache, stack, seen);
      let unclear: string | undefined;
      for (const named of all) {
        if (this.#mayProtect(named)) unclear ??= named.unclear;
        for (const alias of this.#aliasesOf(named)) {
          if (!this.#named.has(alias)) this.#named.set(alias, { alias, says: 'used', by });
        }
      }
      // A stack that is only reviewed has no template: it does not show that any can be read.
      if (blocksDeletions(stack.StackStatus ?? ''))
        this.reviewed.push({ name, ...defined({ createdAt: stack.CreationTime?.getTime() }) });
      else this.reads.push({ stack: name });
      if (unclear !== undefined) this.reads.push({ stack: name, unreadable: unclear });
    } catch (error) {
      if (!(error instanceof ReadError) || FOR_EVERYTHING.has(error.problem)) throw error;
      this.#first ??= error;
      this.reads.push({ stack: name, unreadable: messageOf(error) });
    }
  }

  #aliasesOf(named: Named): Iterable<string> {
    const { parameters, environments, inRegions } = named;
    const hashes = this.#wanted ? [...named.hashes].filter((hash) => this.#wanted?.has(hash)) : named.hashes;
    if (this.#isHere) return protectedBy(hashes, parameters, environments);
    return protectedIn(hashes, environmentsIn(this.#region, inRegions));
  }

  /** Would a hash that it puts together count here? */
  #mayProtect({ inRegions }: Named): boolean {
    return this.#isHere || environmentsIn(this.#region, inRegions).size > 0;
  }

  /** Deletions in this account and region look at these stacks once more. */
  isOwn({ name }: CallScope['account']): boolean {
    return this.#isHere && this.#target.account.name === name;
  }

  get #isHere(): boolean {
    return this.#target.region.toLowerCase() === this.#region;
  }
}
