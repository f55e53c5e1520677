/** Accounts as graphs of images and their users: the correct verdict follows from the construction. */
import fc from 'fast-check';
import type { ImageSeed, Place } from '../../../sandbox/aws/index.ts';
import { IMAGE_USERS, type ImageUser, type Seeding } from './imageUsers.ts';
import { type Arrangement, type GraphKind, PLAIN } from './kind.ts';
import { DAY, type External, type Ground, OTHER, OWN, STRANGER, type Verdicts } from './surveyed.ts';

export interface ImageNode {
  /** A property besides its use: every value except `plain` keeps the image. */
  readonly is: 'plain' | 'disabled' | 'pending' | 'protected' | 'young' | 'launched' | 'tagged' | 'managed';
  readonly sharedWith: 'nobody' | 'other' | 'stranger' | 'everybody';
  /** An image usage report that covers every type of resource. */
  readonly report: 'none' | 'nobody' | 'stranger';
}

/** An edge from a user to an image. */
export interface UserEdge {
  readonly image: number;
  readonly user: ImageUser;
  readonly account: 'own' | 'other';
}

export interface ImageGraph {
  readonly images: readonly ImageNode[];
  readonly users: readonly UserEdge[];
  readonly sharing: 'keep' | 'check' | 'ignore';
  readonly on: 'nothing' | 'imageReferences' | 'both';
}

const node: fc.Arbitrary<ImageNode> = fc.record({
  is: fc.oneof(
    { weight: 6, arbitrary: fc.constant('plain' as const) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('disabled', 'pending', 'protected', 'young', 'launched', 'tagged', 'managed'),
    },
  ),
  sharedWith: fc.oneof(
    { weight: 3, arbitrary: fc.constant('nobody' as const) },
    { weight: 1, arbitrary: fc.constantFrom('other', 'stranger', 'everybody') },
  ),
  report: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('nobody', 'stranger') },
  ),
});

const edgeTo = (images: number): fc.Arbitrary<UserEdge> =>
  fc.record({
    image: fc.nat({ max: images - 1 }),
    user: fc.constantFrom(...IMAGE_USERS),
    account: fc.constantFrom('own', 'other'),
  });

const graphs: fc.Arbitrary<ImageGraph> = fc.array(node, { minLength: 1, maxLength: 6 }).chain((images) =>
  fc.record({
    images: fc.constant(images),
    users: fc.array(edgeTo(images.length), { maxLength: 12 }),
    sharing: fc.constantFrom('keep', 'check', 'ignore'),
    on: fc.constantFrom('nothing', 'imageReferences', 'both'),
  }),
);

const sparse: fc.Arbitrary<ImageGraph> = fc.array(edgeTo(1), { minLength: 4, maxLength: 10 }).chain((edges) =>
  fc.record({
    images: fc.constant(edges.map(() => ({ is: 'plain', sharedWith: 'nobody', report: 'none' }) as const)),
    users: fc.constant(edges.map((edge, image) => ({ ...edge, image }))),
    sharing: fc.constantFrom('keep', 'check', 'ignore'),
    on: fc.constantFrom('nothing', 'imageReferences'),
  }),
);

/** Image ids are the same in every build of the account; ids of users never repeat. */
const imageId = (index: number): string => `ami-0${String(index + 1).padStart(16, '0')}`;

function entryOf({ sharing, on }: ImageGraph, { externalReferences }: Ground): string {
  const optional = { nothing: '', imageReferences: 'imageReferences', both: 'imageReferences, usageReports' }[on];
  const evidence = `sharing: ${sharing}, on: [${optional}], ssm: { paths: [/golden] }, externalReferences: [{ from: ${JSON.stringify(externalReferences)} }]`;
  return `type: image, when: [{ rule: unused }], keepNewest: off, evidence: { ${evidence} }`;
}

/** The correct verdicts when everything can be read. */
function expectedOf(graph: ImageGraph): Verdicts {
  return new Map(graph.images.map((image, index) => [imageId(index), verdictOf(image, index, graph)]));
}

function verdictOf({ is, sharedWith, report }: ImageNode, index: number, { users, sharing, on }: ImageGraph): string {
  const isUsed = users.some(({ image, user }) => image === index && user.uses);
  if (isUsed || !['plain', 'disabled'].includes(is)) return 'keep';
  const reported = on === 'both' ? report : 'none';
  if (reported === 'stranger') return 'keep';
  // A disabled image cannot be launched any more, even by accounts that it was shared with before.
  if (sharing === 'ignore' || is === 'disabled' || sharedWith === 'nobody') return 'candidate';
  if (sharing === 'keep' || sharedWith === 'everybody') return 'keep';
  return sharedWith === 'other' || reported === 'nobody' ? 'candidate' : 'unknown';
}

/** Builds the account in the sandbox, and replaces its old content. */
async function build(ground: Ground, graph: ImageGraph, arrangement = PLAIN): Promise<void> {
  const { pageLimit, reversed } = arrangement;
  ground.clear();
  const { control } = ground.sandbox;
  const seeds = graph.images.map((image, index) => seedOf(image, index));
  control.addImages(OWN, reversed ? seeds.toReversed() : seeds);
  addReports(ground, graph);
  const references: External[] = [];
  const users = reversed ? graph.users.toReversed() : graph.users;
  for (const [index, edge] of users.entries()) add(ground, edge, { references, index, arrangement });
  await ground.write(references);
  control.setPageLimit(pageLimit);
}

/** Writes the whole file again; all other users are there already. */
async function addLast(ground: Ground, { users }: ImageGraph): Promise<void> {
  const references = users.flatMap(({ user, image }, index) =>
    user.isExternal ? [{ id: imageId(image), by: `u${index}` }] : [],
  );
  const last = users.at(-1);
  if (last && !last.user.isExternal) add(ground, last, { references, index: users.length - 1, arrangement: PLAIN });
  await ground.write(references);
}

interface Adding {
  readonly references: External[];
  readonly index: number;
  readonly arrangement: Arrangement;
}

function add({ sandbox }: Ground, { image, user, account }: UserEdge, { references, index, arrangement }: Adding) {
  const places: [Place, Place] = (account === 'own') === arrangement.swapped ? [OTHER, OWN] : [OWN, OTHER];
  const seeding: Seeding = {
    control: sandbox.control,
    at: places[0],
    elsewhere: places[1],
    image: imageId(image),
    name: `u${index}`,
    references,
  };
  user.add(seeding);
}

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function seedOf({ is, sharedWith }: ImageNode, index: number): ImageSeed {
  const launchPermissions = {
    nobody: [],
    other: [{ UserId: OTHER.account }],
    stranger: [{ UserId: STRANGER }],
    everybody: [{ Group: 'all' as const }],
  }[sharedWith];
  const ImageId = imageId(index);
  const seed: ImageSeed = { ImageId, Name: ImageId, CreationDate: ago(100), launchPermissions };
  switch (is) {
    case 'plain':
      return seed;
    case 'disabled':
      return { ...seed, State: 'disabled', launchPermissions: [] };
    case 'pending':
      return { ...seed, State: 'pending' };
    case 'protected':
      return { ...seed, DeregistrationProtection: 'enabled-without-cooldown' };
    case 'young':
      return { ...seed, CreationDate: ago(5) };
    case 'launched':
      return { ...seed, LastLaunchedTime: ago(3) };
    case 'tagged':
      return { ...seed, tags: { 'holystone:keep': 'always' } };
    case 'managed':
      return { ...seed, tags: { 'aws:backup:source-resource': 'x' } };
  }
}

/** All resource types of a usage report, and every version of a template. */
const EVERYWHERE = [
  { ResourceType: 'ec2:Instance' },
  {
    ResourceType: 'ec2:LaunchTemplate',
    ResourceTypeOptions: [{ OptionName: 'version-depth', OptionValues: ['10000'] }],
  },
  { ResourceType: 'imagebuilder:ImageRecipe' },
  { ResourceType: 'imagebuilder:ContainerRecipe' },
];

function addReports({ sandbox }: Ground, { images }: ImageGraph): void {
  const seeds = images.flatMap(({ report }, index) => {
    if (report === 'none') return [];
    const entries = report === 'stranger' ? [{ AccountId: STRANGER }] : [];
    return [{ ImageId: imageId(index), CreationTime: ago(1), ResourceTypes: EVERYWHERE, entries }];
  });
  sandbox.control.addImageUsageReports(OWN, seeds);
}

function permitted(graph: ImageGraph): ImageGraph {
  const usedElsewhere = (index: number) =>
    graph.users.some(({ image, account, user }) => image === index && account === 'other' && !user.isExternal);
  const images = graph.images.map((image, index) =>
    usedElsewhere(index) && image.sharedWith !== 'everybody' ? { ...image, sharedWith: 'other' as const } : image,
  );
  return { ...graph, images };
}

const MOST = 6;

export const images: GraphKind<ImageGraph, UserEdge> = {
  graphs,
  sparse,
  edges: edgeTo(MOST),
  entry: entryOf,
  expected: expectedOf,
  build,
  permitted,
  grown: (graph, edge) => ({
    ...graph,
    users: [...graph.users, { ...edge, image: edge.image % graph.images.length }],
  }),
  addLast,
  withoutUsers: (graph) => ({ ...graph, users: [] }),
};
