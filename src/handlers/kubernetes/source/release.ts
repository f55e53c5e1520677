/**
 * The release of Helm as a source: what Helm keeps of it in Secrets, one for each revision
 * (https://helm.sh/docs/topics/advanced/#storage-backends).
 */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { Discovered } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { idOf } from '../objects/reference.ts';
import { HELM_OWNER } from '../objects/release.ts';
import type { CallScope } from '../wire/call.ts';
import { isPacked } from './archive.ts';
import { type Declared, declaredIn } from './declared.ts';
import { MAX_BYTES } from './folder.ts';
import type { Parent } from './inCluster.ts';

const unpacked = promisify(gunzip);

const secret = z.object({ metadata: z.object({ name: z.string() }), data: z.object({ release: z.base64() }) });
const revision = z.object({
  name: z.string(),
  namespace: z.string(),
  version: z.number().int().min(1),
  info: z.object({ status: z.string(), last_deployed: z.iso.datetime({ offset: true }) }),
  manifest: z.string().default(''),
  hooks: z.array(z.object({ manifest: z.string() })).nullish(),
});
type Revision = z.infer<typeof revision>;

/** Those of a revision that Helm is done with; another one may be about to apply objects, or to delete them. */
const SETTLED: ReadonlySet<string> = new Set(['deployed', 'superseded', 'failed']);

/** The objects that the stored revisions of a Helm release declare. */
export interface DeclaredByRelease {
  readonly declared: readonly Declared[];
  /** When the newest revision was deployed, ms since the epoch. */
  readonly at: number;
}

/**
 * The declared objects of the release: objects and hooks of the deployed revision, and of later ones, which failed and
 * may have applied some; and of every stored revision the objects that Helm would leave (`helm.sh/resource-policy`).
 * @throws ReadError unless all stored revisions can be read, one is deployed, and Helm is done with the newest
 */
export async function declaredByRelease(
  target: CallScope,
  discovered: Discovered,
  parent: Parent,
): Promise<DeclaredByRelease> {
  const title = `release ${parent.namespace}/${parent.name}`;
  const revisions = await revisionsOf(target, discovered, parent, title);
  const [newest] = revisions;
  if (!newest) throw problem(title, 'Helm keeps none of this name in Secrets');
  if (!SETTLED.has(newest.info.status)) {
    throw problem(title, `its revision ${newest.version} is ${newest.info.status}: Helm is not done with it`);
  }
  const deployed = revisions.filter(({ info }) => info.status === 'deployed').map(({ version }) => version);
  if (deployed.length === 0) throw problem(title, 'none of its revisions is deployed');
  const counts = ({ version }: Revision) => deployed.includes(version) || version > Math.max(...deployed);
  const declared = new Map<string, Declared>();
  for (const one of revisions) {
    for await (const object of objectsOf(one, title)) {
      if (counts(one) || object.helmPolicy !== undefined) declared.set(idOf(object), object);
    }
  }
  return { declared: [...declared.values()], at: Date.parse(newest.info.last_deployed) };
}

/** The newest first. */
async function revisionsOf(
  target: CallScope,
  { kinds }: Discovered,
  { namespace, name }: Parent,
  title: string,
): Promise<readonly Revision[]> {
  const kind = kinds.find((one) => one.group === '' && one.kind === 'Secret');
  if (!kind) throw problem(title, 'the API server does not serve Secrets now');
  const items = await listObjects(target, { kind, namespace, labelSelector: `${HELM_OWNER},name=${name}` });
  const revisions = await Promise.all(items.map((item) => revisionIn(item, title)));
  const other = revisions.find((one) => one.name !== name || one.namespace !== namespace);
  if (other) throw problem(title, `one of its Secrets is of the release ${other.namespace}/${other.name}`);
  return revisions.toSorted((a, b) => b.version - a.version);
}

/** JSON, packed with gzip by all but the oldest versions of Helm, in base64; and that in the base64 of any Secret. */
async function revisionIn(item: Readonly<Record<string, unknown>>, title: string): Promise<Revision> {
  const read = secret.safeParse(item);
  if (!read.success) throw problem(title, 'one of its Secrets has no release');
  const { metadata, data } = read.data;
  try {
    const bytes = Buffer.from(Buffer.from(data.release, 'base64').toString('latin1'), 'base64');
    const text = isPacked(bytes) ? await unpacked(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    return revision.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? `${cause.issues[0]?.path.join('.')} is missing or odd` : messageOf(cause);
    throw problem(title, `its Secret ${metadata.name} cannot be read: ${why}`, cause);
  }
}

async function* objectsOf({ version, manifest, hooks }: Revision, title: string): AsyncIterable<Declared> {
  const file = `${title} revision ${version}`;
  yield* declaredIn(manifest, file);
  for (const hook of hooks ?? []) yield* declaredIn(hook.manifest, `${file}, hook`);
}

function problem(title: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${title}: ${why}`, { problem: 'malformed', cause });
}
