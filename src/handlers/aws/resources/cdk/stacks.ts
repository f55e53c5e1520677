/** The assets of a bootstrapped environment that the stacks of a location name. Pure. */
import { DAY_MS } from '../../../../core/common/duration.ts';
import { pluralize } from '../../../../core/common/pluralize.ts';
import { assetAlias } from './assetHash.ts';

/** A parameter of a stack; its actual value counts more than the default. */
export interface StackParameter {
  readonly key: string;
  /** From the template. */
  readonly byDefault?: string;
  /** The parameters of the stack's deployment. */
  readonly actual?: string;
}

/** The parameter that CDK writes into each template; its value is the name of a parameter of Systems Manager. */
export const BOOTSTRAP_VERSION = 'BootstrapVersion';
const VERSION_PATH = /^\/[^/]+\/([^/]+)\/version$/;

/** The qualifiers that a stack names by default and by its actual value; none: it may use any environment. */
export function qualifiersOf(parameters: readonly StackParameter[]): ReadonlySet<string> {
  const qualifiers = new Set<string>();
  for (const { key, byDefault, actual } of parameters) {
    if (key !== BOOTSTRAP_VERSION) continue;
    for (const value of [byDefault, actual]) {
      if (value === undefined) continue;
      const qualifier = VERSION_PATH.exec(value)?.[1];
      // A stack with an unreadable path may use any environment.
      if (qualifier === undefined) return new Set();
      qualifiers.add(qualifier);
    }
  }
  return qualifiers;
}

/**
 * The aliases of the assets that a stack protects with these hashes.
 * @param alsoIn the environments whose buckets and repositories it names, whatever version it asks for; see places.ts
 */
export function* protectedBy(
  hashes: Iterable<string>,
  parameters: readonly StackParameter[],
  alsoIn: Iterable<string> = [],
): Generator<string, void, undefined> {
  const wanted = qualifiersOf(parameters);
  const environments = wanted.size === 0 ? wanted : new Set([...wanted, ...alsoIn]);
  for (const hash of hashes) {
    if (environments.size === 0) yield assetAlias(hash);
    for (const environment of environments) yield assetAlias(hash, environment);
  }
}

/** The aliases of assets with these hashes in these environments, which a stack of another region protects; see places.ts. */
export function* protectedIn(
  hashes: Iterable<string>,
  environments: ReadonlySet<string>,
): Generator<string, void, undefined> {
  if (environments.size === 0) return;
  for (const hash of hashes) for (const environment of environments) yield assetAlias(hash, environment);
}

/** `DELETE_COMPLETE` stays in the listing for 90 days; any other stack may have or get resources. */
export function protects(status: string): boolean {
  return status !== 'DELETE_COMPLETE';
}

/** A change set that makes a new stack is under way: a deployment may just have found its assets in place. */
export function blocksDeletions(status: string): boolean {
  return status === 'REVIEW_IN_PROGRESS';
}

/** Stacks that had no template before the present one, or are past the point at which they went back to it. */
const NEVER_GOES_BACK = /^(?:CREATE|ROLLBACK|DELETE|REVIEW)_/;
const IS_SETTLED = /_COMPLETE(?:_CLEANUP_IN_PROGRESS)?$/;

/**
 * May the stack go back to the template of its last stable state, which CloudFormation does not show? From an update that runs or
 * failed it does so by itself, by `ContinueUpdateRollback` or by `RollbackStack`, and a nested stack with the one around it:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_RollbackStack.html
 * @param root the status of the stack around a nested one
 */
export function mayGoBack(status: string, root = ''): boolean {
  if (NEVER_GOES_BACK.test(status)) return false;
  return [status, ...(root ? [root] : [])].some((one) => !NEVER_GOES_BACK.test(one) && !IS_SETTLED.test(one));
}

/** A stack in review, as it is listed. `createdAt` in ms since the epoch; absent = not known. */
export interface ReviewedStack {
  readonly name: string;
  readonly createdAt?: number;
}

/** A deployment that somebody confirms has ended by then; from now on somebody has to end the review. */
const LONG_REVIEW_MS = DAY_MS;

/** The stacks that hold deletions back, and those of them that have done so for longer than a deployment takes. */
export function holdingBack(
  reviewed: readonly ReviewedStack[],
  { abandonedAfter, isSkipped }: { readonly abandonedAfter?: number | undefined; isSkipped(stack: string): boolean },
  now: number,
): { readonly all: readonly string[]; readonly long: readonly string[] } {
  const ageOf = ({ createdAt = now }: ReviewedStack) => now - createdAt;
  const all = reviewed.filter(
    (stack) => !isSkipped(stack.name) && ageOf(stack) <= (abandonedAfter ?? Number.POSITIVE_INFINITY),
  );
  const long = all.filter((stack) => ageOf(stack) > LONG_REVIEW_MS);
  return { all: all.map(({ name }) => name), long: long.map(({ name }) => name) };
}

/** Why nothing may be deleted because of them; `undefined`: there is none. */
export function reviewWords([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined;
  const more = others.length === 0 ? '' : ` (and ${pluralize(others.length, 'more stack')})`;
  return `the stack ${first}${more} is in REVIEW_IN_PROGRESS: a deployment may have found its assets in place`;
}

/** One stack whose templates a survey read, or tried to read; it says nothing about the assets in them. */
export interface TemplateRead {
  /** The stack's name, as `allowSkip` writes it. */
  readonly stack: string;
  /** Why one of its templates cannot be read. */
  readonly unreadable?: string;
}

/**
 * Why the reads of an environment's templates prove nothing about an asset that none of them names; `undefined`: they
 * prove it. At least one template must be readable, also where the others may be skipped.
 */
export function gapIn(reads: readonly TemplateRead[], maySkip: (stack: string) => boolean): string | undefined {
  const missing = reads.filter(({ stack, unreadable }) => unreadable !== undefined && !maySkip(stack));
  const [first] = missing;
  if (first) {
    const others = missing.length === 1 ? '' : ` (and ${missing.length - 1} more)`;
    return `the template of the stack ${first.stack} cannot be read: ${first.unreadable}${others}`;
  }
  return reads.some(({ unreadable }) => unreadable === undefined) ? undefined : 'not one template can be read';
}
