/** Tags of ECR as graphs of the programs that run their images; the verdicts follow from the construction. */
import { imageRunners, REGISTRY, type Row } from './imageRunners.ts';
import { type LaunchGraph, type Launching, launchedKind, launchUser } from './launched.ts';
import { type Ground, OWN } from './surveyed.ts';

/** As a program names the image of a tag. */
const imageOf = ({ id }: Pick<Launching, 'id'>) => `${REGISTRY}/${id}`;
/** By the digest that the sandbox has for it. */
const digestOf = ({ control, id }: Launching) => {
  const found = control.state(OWN).ecrTags.find(({ repository, tag }) => `${repository}:${tag}` === id);
  return `${REGISTRY}/shop/web@${found?.digest}`;
};

/** It stands in a document, and nowhere in AWS. */
const EXTERNAL = 'external reference';

const { used, unused } = imageRunners({ imageOf, digestOf });
const external: Row = [EXTERNAL, () => {}];

export const TAG_USERS = [external, ...used].map(launchUser(true)).concat(unused.map(launchUser(false)));

const PROPERTIES = {
  signature: { subject: `sha256:${'a'.repeat(64)}` },
  strange: { mediaType: 'application/vnd.example.strange', manifest: '{"schemaVersion":9}' },
  young: {},
  plain: {},
} as const;

const base = launchedKind<'signature' | 'strange' | 'young'>({
  type: 'ecrTag',
  kept: ['signature', 'strange', 'young'],
  users: TAG_USERS,
  launched: (index) => ({ id: `shop/web:v${index + 1}-`, name: `v${index + 1}-` }),
  add(control, { name: tag }, is, pushedAt) {
    control.addEcrTags(OWN, [{ tag, pushedAt, ...PROPERTIES[is] }]);
  },
});

/** A document names the last tag of the graph, if its user says so. */
export const ecrTags: typeof base = {
  ...base,
  entry: (_graph, { externalReferences }) =>
    `type: ecrTag, nameRegexDelete: "v.*", allowDeleteAll: true, olderThan: 30d, evidence: { externalReferences: [{ from: ${JSON.stringify(externalReferences)} }] }`,
  async build(ground, graph, arrangement) {
    await base.build(ground, graph, arrangement);
    await writeReferences(ground, graph);
  },
  async addLast(ground, graph) {
    await base.addLast(ground, graph);
    await writeReferences(ground, graph);
  },
};

function writeReferences(ground: Ground, { users }: LaunchGraph<string>): Promise<void> {
  const named = users.filter(({ user }) => user.name === EXTERNAL);
  return ground.write(named.map(({ to }) => ({ id: `${REGISTRY}/shop/web:v${to + 1}-`, by: 'terraform prod/web' })));
}
