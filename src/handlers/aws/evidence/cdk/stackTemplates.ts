/** The stacks of CloudFormation that name an asset of CDK. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { Found } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudFormation } from '../../calls/cloudFormation.ts';
import { s3 } from '../../calls/s3.ts';
import { hashesIn } from '../../resources/cdk/assetHash.ts';
import { type AssetParameters, type Bootstrap, bootstrapsOf } from '../../resources/cdk/parameters.ts';
import { gapIn, reviewWords } from '../../resources/cdk/stacks.ts';
import { everyLocation, provenReader } from '../../wire/places.ts';
import { unread } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';
import { OpenTexts } from './assetTexts.ts';
import { hasStack } from './bootstrap.ts';
import { maySkipBy, StackReading, WHAT } from './stackReading.ts';
import { TemplateCache } from './templateCache.ts';

const ADVICE = 'delete it, or end or skip its review with `reviews`';

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
  { allowSkip, bootstrap, reviews }: Pick<AssetParameters, 'allowSkip' | 'bootstrap' | 'reviews'>,
  hashes: ReadonlySet<string>,
): Promise<StacksNow> {
  const texts = new OpenTexts(target, bootstrapsOf({ bootstrap }));
  const files = await texts.files().catch(asFailure);
  const wanted = new Set([...hashes, ...(files instanceof ReadError ? [] : files.flatMap(({ key }) => hashesIn(key)))]);
  const reading = new StackReading(target, cacheOf(target), target.region.toLowerCase(), wanted);
  const failure = (await reading.all()) ?? (files instanceof ReadError ? files : await reading.open(texts));
  if (failure) throw failure;
  const gap = gapIn(reading.reads, maySkipBy(allowSkip));
  const reviewed = reading.holdingBack(reviews).all;
  // A reviewed stack blocks every deletion, so it does not matter whether the others can be read.
  if (gap !== undefined && reviewed.length === 0) throw unread({ what: WHAT, target }, gap, reading.failureOf(gap));
  return { reviewed, findings: reading.findings() };
}

async function hasAnyOf(target: CallScope, environments: readonly Bootstrap[]): Promise<boolean> {
  for (const { stackName } of environments) if (await hasStack(target, stackName)) return true;
  return false;
}

function asFailure(error: unknown): ReadError {
  if (error instanceof ReadError) return error;
  throw error;
}

function cacheOf({ account, region, io }: CallScope): TemplateCache {
  return io.clients.get(`aws/${account.name}/${region}/cdkTemplates`, () => new TemplateCache());
}

/**
 * Other accounts of the configuration deploy from the same build, so the assets of their stacks stay too. One template
 * that cannot be read leaves everything open.
 */
export const stackTemplates: EvidenceSource<AssetParameters> = {
  name: 'stackTemplates',
  summary:
    'Stacks of CloudFormation that name the asset, in every AWS account and region of the configuration: in their template as it was written and as it was processed, in the value of a parameter, in a pending change set, or in a file of the staging bucket that is used itself: the template of a product, of a StackSet, the definition of a state machine.',
  permissions: permissionsOf(
    cloudFormation.describeStacks,
    cloudFormation.getTemplate,
    cloudFormation.getTemplateSummary,
    cloudFormation.listChangeSets,
    cloudFormation.describeChangeSet,
  ),
  // Stacks of any place may name a file of the staging bucket of the assets.
  alsoNeeds: ({ account, location }) => [
    { place: { account: account.name, location }, permissions: permissionsOf(s3.listObjectsV2, s3.getObject) },
  ],
  per: 'location',
  places: everyLocation,
  // A stack of another region protects only in the regions that it names.
  variant: ({ location, parameters: { allowSkip, bootstrap, reviews } }) =>
    JSON.stringify([location, bootstrapsOf({ bootstrap }).map(({ stackName }) => stackName), ...allowSkip, reviews]),
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const { allowSkip, reviews } = scope.parameters;
    const environments = bootstrapsOf(scope.parameters);
    const reading = new StackReading(target, cacheOf(target), scope.location.toLowerCase());
    const own = await provenReader({ account: scope.account.name, location: scope.location }, scope, io);
    const failure = (await reading.all()) ?? (await reading.open(new OpenTexts(own, environments)));
    const findings = new Found();
    findings.add(reading.findings());
    if (failure) return findings.end(failure);
    // A place without any stack uses nothing; one with a bootstrap stack has a stack, so an empty listing is wrong.
    const isUnused = reading.isEmpty && !(await hasAnyOf(target, environments));
    const gap = isUnused ? undefined : gapIn(reading.reads, maySkipBy(allowSkip));
    // No deletion begins beside a review, so a date for one would be wrong; while a deployment runs, it is right soon.
    const review = reading.isOwn(scope.account) ? reviewWords(reading.holdingBack(reviews).long) : undefined;
    const why = gap ?? (review === undefined ? undefined : `${review}; ${ADVICE}`);
    if (why === undefined) return findings.end();
    return findings.end(unread({ what: WHAT, target }, why, reading.failureOf(why)));
  },
};
