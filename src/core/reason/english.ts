/** The reasons in English, as marks, plans and the API have them. */
import type { GoneCluster, Named, Reason, ReasonCatalogue } from '../common/reason.ts';
import { shortSpan, spanWords } from './span.ts';

const andMore = (more: number) => (more > 0 ? ` and ${more} more` : '');
const listed = ({ names, more }: Named) => `${names.join(', ')}${andMore(more)}`;

const ANOTHER_NAME = 'A load balancer that is made again has another DNS name';

/** Every reason in English. */
export const englishReasons: ReasonCatalogue = {
  and: ({ all }, words) => all.map(words).join(', and '),
  words: ({ words }) => words,
  unused: ({ isElse, isByRecord }) =>
    `nothing ${isElse ? 'else ' : ''}uses it${isByRecord ? ', as far as surveys can see: a use between two surveys leaves no trace' : ''}`,
  older: ({ age, moreThan }) => `it is ${spanWords(age)} old, more than ${shortSpan(moreThan)}`,
  aged: ({ age }) => `it is ${spanWords(age)} old`,
  attributes: ({ facts }) =>
    facts
      .map(({ path, value, compared }) =>
        value === undefined
          ? `${path} is absent`
          : `${path} is ${value}${compared === undefined ? '' : ` (${compared})`}`,
      )
      .join(', '),
  expired: ({ tag, value }) => `its tag ${tag}=${value} has expired`,
  noInstances: () => 'it has no instances',
  noBalancer: () => 'no load balancer or target group is attached',
  disabled: ({ age, moreThan }) => `it has been disabled for ${spanWords(age)}, more than ${shortSpan(moreThan)}`,
  noTag: () => 'no tag names it, and no other manifest of its repository',
  imageGone: ({ image }) => `it belongs to the image ${image}, which the registry no longer has`,
  databaseGone: ({ name }) => `it was made of the database ${name}, which is gone, and nothing uses it`,
  volumeGone: ({ volume }) => `the volume ${volume} that it was made of is gone`,
  madeForImage: ({ image, goesFirst }) =>
    goesFirst
      ? `it was made for the image ${image}, which is deleted first, and nothing else uses it`
      : `it was made for the image ${image}, which is gone, and nothing uses it`,
  clustersGone: ({ clusters }, words) => clusters.map((cluster) => goneWords(cluster, words)).join(', '),
  notInState: ({ workspace }) => `it carries the tag of the workspace ${workspace}, and no state of Terraform names it`,
  stackGone: ({ stack }) => `its stack ${stack} is deleted, and left it behind`,
  clusterMayBeGone: () => 'its cluster may be gone',
  clusterElsewhere: ({ name, vpc, more, part, here }) =>
    `there is a cluster ${name} in ${vpc}${andMore(more)} (${part}): keep it if that one works in ${here} too`,
  clusterBeside: ({ name, part, others }) =>
    `${listed(others)} ${others.names.length + others.more === 1 ? 'lives' : 'live'} beside it (${part}): keep it if that cluster calls itself ${name}`,
  clusterAsleep: ({ name, part, more }) =>
    `EKS has no cluster ${name}, and only ${part}${more > 0 ? `${andMore(more)} have` : ' has'} its tag: keep it if it is no cluster of EKS and sleeps`,
  judged: ({ match }) => (match === undefined ? 'the entry without match judges it' : `the entry ${match} judges it`),
  notInSource: () => 'it is not in source',
  selected: () => 'the cleanup policy selects it',
  shared: ({ names, count }) =>
    `it shares its digest with ${names.join(', ')}${count > names.length ? ` (${count} tags)` : ''}: goes alone where the registry can; else stays`,
  followed: (named) => `what belongs to it goes once its image is gone: ${listed(named)}`,
  markedElsewhere: ({ on }) => `another tool marked it on ${on}`,
  after: ({ users }) => `deleted after ${users.join(', ')}`,
  snapshotsStay: (named) =>
    `its ${named.names.length + named.more === 1 ? 'snapshot stays' : 'snapshots stay'}: ${listed(named)}`,
  snapshotsMayFollow: (named) =>
    `its ${named.names.length + named.more === 1 ? 'snapshot may follow, and then has a notice and a deletion of its own' : 'snapshots may follow, and each then has a notice and a deletion of its own'}: ${listed(named)}`,
  snapshotsFollow: ({ go, others }) =>
    `its ${go.names.length + go.more === 1 ? 'snapshot is' : 'snapshots are'} deleted after it: ${listed(go)}${others.names.length + others.more === 0 ? '' : `; the others stay, unless they have a notice of their own: ${listed(others)}`}`,
  numberGone: ({ number, template }) =>
    `EC2 gives the number ${number} of ${template} to no other version: restored, its data becomes the latest version, under a new number`,
  versionsGo: ({ latest }) => `all its versions go with it; the latest is ${latest}`,
  dataGoes: ({ claim, gibibytes, type = 'of a type that is not known', zone }) =>
    `${claim === undefined ? '' : `it was made for the claim ${claim}; `}its data goes with it (${gibibytes === undefined ? '' : `${gibibytes} GiB `}${type}${zone === undefined ? '' : ` in ${zone}`}); snapshots of it stay`,
  volumesGo: ({ go, stay }) => {
    const gone = `an image of it is made first and stays: it holds the data of all its volumes`;
    const going = go.names.length === 0 ? 'no volume goes with it' : `deleted with it: ${listed(go)}`;
    return `${going}; ${stay.names.length === 0 ? '' : `its other volumes stay, and cost money: ${listed(stay)}; `}${gone}`;
  },
  onlyStops: () =>
    'it is only stopped: what is only in its memory is lost, and nothing else; its volumes and addresses stay and cost what they cost, and whoever needs it starts it again, as far as its provider has room for its type then',
  onlyStopsFor: ({ days }) =>
    `it is only stopped: its data, its storage and its backups stay and cost what they cost; its provider starts it again by itself after ${days} days, and whoever needs it before that starts it`,
  onlyPauses: () =>
    'it is only paused: its queries end, and nothing else is lost but tables that were made without backups; its data and its snapshots stay and cost what they cost, and whoever needs it resumes it, as far as its provider has room for its nodes then',
  tasksStop: () =>
    'it is only stopped: its tasks end, and what is only in their memory or on their own disks is lost; the service, its settings, its load balancers and its logs stay and cost what they cost, its scaling is suspended, and whoever needs it asks for its tasks again',
  listenersGo: () =>
    `its listeners and their rules are deleted with it; its target groups, certificates and security groups are not. ${ANOTHER_NAME}`,
  hooksGo: () =>
    'its lifecycle hooks, its notifications and its scaling policies are deleted with it; its launch template, load balancers and topics are not',
  policiesGo: () =>
    `its listeners and policies are deleted with it; its certificates and security groups are not. ${ANOTHER_NAME}`,
  finalDeletion: () => 'its deletion is final: nothing can bring the data back',
  exportedFirst: ({ address }) =>
    `its events are exported to ${address} first, and stay there; nothing can bring them back into a log group`,
  backupsGo: ({ days }) =>
    `deleted with it: its automatic backups${days === undefined ? '' : ` (of the last ${days === 1 ? 'day' : `${days} days`})`}; other backups of it stay and cost what they cost`,
  addressFree: ({ address, subnet = 'its subnet' }) => `its address ${address} in ${subnet} is free afterwards`,
  addressReturned: ({ address, provider }) =>
    `the address ${address} goes back to ${provider}, which may give it to another account; then nobody can get it back`,
  addressesStay: (named) =>
    `${listed(named)} ${named.names.length + named.more === 1 ? 'stays' : 'stay'} allocated, so that one with the same address can be made again, and cost money until released`,
  imageTagged: ({ expires, ...named }) =>
    `${taggedWords(named)}${expires ? '; the lifecycle policy of ECR would expire the image too' : ''}`,
  tagsGo: ({ names, more = 0 }) =>
    names.length === 0
      ? 'no tag names it'
      : `deleted with it: its ${names.length + more === 1 ? 'tag' : 'tags'} ${listed({ names, more })}`,
  objectsGo: ({ names, more = 0 }) => `deleted with it: ${listed({ names, more })}`,
  partsGo: () => 'its parts that no tag and no other index names go with it',
  collectedLater: ({ upTo }) =>
    `only the garbage collection of the registry frees its space${upTo === undefined ? '' : `: up to ${upTo}`}`,
};

function goneWords({ name, age, neverSeen, cautions = [] }: GoneCluster, words: (reason: Reason) => string): string {
  const since = age === undefined ? '' : `: no survey has found it for ${spanWords(age)}`;
  const seen = neverSeen ? '; Holystone never saw it alive' : '';
  return `cluster ${name} is gone${since}${seen}${cautions.map((one) => `; ${words(one)}`).join('')}`;
}

function taggedWords(named: Named): string {
  const { names, more } = named;
  if (names.length === 0) return 'the image goes with this tag, which is its last';
  return `the image goes with the last of its tags; it has the ${names.length + more === 1 ? 'tag' : 'tags'} ${listed(named)}, too`;
}

/** As marks, plans and the API have it; without full stop. @throws TypeError for a code, or values, of a later version */
export function inEnglish(reason: Reason): string {
  return wordsIn(englishReasons, reason);
}

/** Without full stop; in English where a language has no words for these values. */
export function wordsIn(catalogue: ReasonCatalogue, reason: Reason): string {
  const { code, values } = reason;
  // The code chooses the function of its values.
  const say = catalogue[code] as (values: unknown, words: (reason: Reason) => string) => string;
  try {
    return say(values, (part) => wordsIn(catalogue, part));
  } catch (error) {
    if (catalogue === englishReasons) throw error;
    return inEnglish(reason);
  }
}
