/** The listings in which a type finds users of its kind. */
import type { EvidenceSource } from '../../../contract/handler.ts';
import type { Kind } from '../../mentions/mention.ts';
import { everyAccount, everyLocation, inEachRegion } from '../../wire/places.ts';
import type { ListingSource } from '../listings/listingSource.ts';
import { builtContainers } from '../references/builtContainers.ts';
import { ecsImages } from '../runningImages/ecsImages.ts';
import { inClusters } from '../runningImages/inClusters.ts';
import { undeclaredClusters } from '../runningImages/undeclaredClusters.ts';
import { stackResources } from '../stacks/stackResources.ts';
import * as agents from './agents.ts';
import * as analytics from './analytics.ts';
import * as apis from './apis.ts';
import * as batchWork from './batchWork.ts';
import * as builds from './builds.ts';
import * as controlledCallers from './cloudControl/callers.ts';
import * as controlledData from './cloudControl/data.ts';
import * as controlledDeployments from './cloudControl/deployments.ts';
import * as controlledEdge from './cloudControl/edge.ts';
import * as controlledJobs from './cloudControl/jobs.ts';
import * as controlledLogging from './cloudControl/logging.ts';
import * as controlledNetworks from './cloudControl/network.ts';
import * as controlledPolicies from './cloudControl/policies.ts';
import * as controlledSync from './cloudControl/sync.ts';
import * as compute from './compute.ts';
import * as containers from './containers.ts';
import * as databases from './databases.ts';
import * as desktops from './desktops.ts';
import * as endpoints from './endpoints.ts';
import * as events from './events.ts';
import * as instances from './instances.ts';
import * as launchTemplates from './launchTemplates.ts';
import * as logging from './logs.ts';
import * as networks from './networks.ts';
import * as operations from './operations.ts';
import * as parameters from './parameters.ts';
import * as sageMaker from './sageMaker.ts';
import * as saving from './saving.ts';
import * as scaling from './scaling.ts';
import * as serving from './serving.ts';
import * as stackTexts from './stackTexts.ts';
import * as storage from './storage.ts';
import * as workplaces from './workplaces.ts';

/** The rows of a file are all that it exports. */
const FILES: readonly Readonly<Record<string, ListingSource>>[] = [
  agents,
  analytics,
  apis,
  batchWork,
  builds,
  compute,
  containers,
  databases,
  desktops,
  controlledCallers,
  controlledData,
  controlledDeployments,
  controlledEdge,
  controlledJobs,
  controlledLogging,
  controlledNetworks,
  controlledPolicies,
  controlledSync,
  endpoints,
  events,
  instances,
  launchTemplates,
  logging,
  networks,
  operations,
  parameters,
  sageMaker,
  saving,
  scaling,
  serving,
  stackTexts,
  storage,
  workplaces,
];

/** In the order of their names, which the documentation has too. */
const LISTINGS: readonly ListingSource[] = FILES.flatMap((rows) => Object.values(rows)).toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);

/**
 * What AWS deletes with a resource of the kind: whoever names it needs that resource. It has the ids of these among its
 * aliases, as far as they go with it.
 */
const GOING_WITH: Partial<Readonly<Record<Kind, readonly Kind[]>>> = {
  dbCluster: ['dbInstance'],
  instance: ['networkInterface', 'volume'],
};

/** A resource is no user of what goes with it, and that none of the resource; other clusters have a source (`clusterFollowers`). */
const OWN: Partial<Readonly<Record<Kind, readonly ListingSource[]>>> = {
  dbCluster: [databases.databaseClusters, databases.databases],
  instance: [compute.instances],
};

/** One object for all types: they share what it does. */
const undeclaredHere = undeclaredClusters();

/** No stack makes these. */
const OF_NO_STACK: readonly Kind[] = ['containerImage', 'dbClusterSnapshot', 'dbSnapshot', 'image', 'snapshot'];

/** What programs in ECS are given, and where they log; their images are read with those that run (runningImages.ts). */
const programs: ListingSource = {
  ...ecsImages,
  names: ['fileSystem', 'logGroup', 'texts'],
  places: everyAccount,
  group: 'texts',
  affectsOtherAccounts: true,
};

/**
 * Those with a member that can name the kind or what goes with it, and those with texts, which can name any. If one of them
 * cannot be read, only types that it can name have a gap. What a member names is no text: it stays where `texts` is switched off.
 * @param places where the things are that may use a resource of the type; services without regions have a place of their own
 */
export function mentionedBy(kind: Kind, places: EvidenceSource['places'] = everyAccount): readonly EvidenceSource[] {
  const kinds = [kind, ...(GOING_WITH[kind] ?? [])];
  const canName = ({ names }: ListingSource) => kinds.some((one) => names.includes(one));
  const isRead = (row: ListingSource) => !OWN[kind]?.includes(row) && (canName(row) || row.names.includes('texts'));
  const listings = LISTINGS.filter(isRead).map((listing) => {
    const { anywhere, asksAbroad, groupOfMembers, ...row } = listing;
    const wanted = asksAbroad ? inEachRegion(places) : places;
    const own = row.places === everyAccount ? wanted : row.places;
    return {
      ...(row.group === 'texts' && canName(row)
        ? { ...withoutTexts(row), ...(groupOfMembers && { group: groupOfMembers }) }
        : row),
      places: kinds.some((one) => anywhere?.includes(one)) ? everyLocation : own,
    };
  });
  // Who asks for running images asks the clusters there (runningImages.ts).
  if (kind === 'containerImage') return [...listings, { ...builtContainers, places }];
  const ofTasks = { ...(canName(programs) ? withoutTexts(programs) : programs), places: inEachRegion(places) };
  const ofClusters = [inClusters, undeclaredHere];
  return [...listings, ofTasks, ...ofClusters, ...(OF_NO_STACK.includes(kind) ? [] : [stackResources])];
}

/** The same listing for what its members name: a text is everybody's, a member means the thing itself. */
type Row = Omit<ListingSource, 'anywhere' | 'asksAbroad' | 'groupOfMembers'>;

function withoutTexts({ group: _group, affectsOtherAccounts: _affects, ...row }: Row): Row {
  return row;
}
