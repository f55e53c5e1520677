/**
 * The release of Helm as a source: what Helm keeps of it in Secrets, one for each revision
 * (https://helm.sh/docs/topics/advanced/#storage-backends).
 */
import { z } from 'zod';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { utf8 } from '../../../documents/plainFile.ts';
import { isPacked, unpack } from '../../../documents/unpack.ts';
import type { Discovered } from '../calls/discovery.ts';
import { listObjects } from '../calls/lists.ts';
import { idOf } from '../objects/reference.ts';
import { HELM_OWNER } from '../objects/release.ts';
import type { CallScope } from '../wire/call.ts';
import { type Declared, declaredIn } from './declared.ts';
import type { Parent } from './inCluster.ts';

/** A Secret has at most a megabyte of packed text; all stored revisions of a release together have no more than this. */
const MAX_BYTES = 256 * 1024 * 1024;

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
 * @throws ReadError unless all stored revisions are in Secrets and can be read, one is deployed, and Helm is done with the newest
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
    for await (const object of objectsOf(one, title, target.io.signal)) {
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
  const kept = (called: string) => {
    const kind = kinds.find((one) => one.group === '' && one.kind === called);
    if (!kind) throw problem(title, `the API server does not serve ${called}s now`);
    return listObjects(target, { kind, namespace, labelSelector: `${HELM_OWNER},name=${name}` });
  };
  const items = await kept('Secret');
  // Helm takes over nothing when its driver changes: the Secrets stay, and the newest revisions stand elsewhere.
  if ((await kept('ConfigMap')).length > 0) {
    throw problem(title, 'Helm keeps it in ConfigMaps, too; remove the records of the storage that it no longer uses');
  }
  const revisions: Revision[] = [];
  let left = MAX_BYTES;
  // One after the other: together they may have more than the process has room for.
  for (const item of items) {
    const { text, metadata } = await textOf(item, { title, left, signal: target.io.signal });
    left -= text.length;
    revisions.push(revisionIn(text, metadata.name, title));
  }
  const other = revisions.find((one) => one.name !== name || one.namespace !== namespace);
  if (other) throw problem(title, `one of its Secrets is of the release ${other.namespace}/${other.name}`);
  return revisions.toSorted((a, b) => b.version - a.version);
}

/** Packed with gzip by all but the oldest versions of Helm, in base64; and that in the base64 of any Secret. */
async function textOf(
  item: Readonly<Record<string, unknown>>,
  { title, left, signal }: { readonly title: string; readonly left: number; readonly signal: AbortSignal },
): Promise<Pick<z.infer<typeof secret>, 'metadata'> & { readonly text: Buffer }> {
  const read = secret.safeParse(item);
  if (!read.success) throw problem(title, 'one of its Secrets has no release');
  const { metadata, data } = read.data;
  const bytes = Buffer.from(Buffer.from(data.release, 'base64').toString('latin1'), 'base64');
  try {
    return { metadata, text: isPacked(bytes) ? await unpack(bytes, left, signal) : bytes };
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw problem(title, `its Secret ${metadata.name} cannot be read: ${messageOf(cause)}`, cause);
  }
}

function revisionIn(text: Buffer, name: string, title: string): Revision {
  try {
    return revision.parse(JSON.parse(utf8(text)));
  } catch (cause) {
    const why = cause instanceof z.ZodError ? `${cause.issues[0]?.path.join('.')} is missing or odd` : messageOf(cause);
    throw problem(title, `its Secret ${name} cannot be read: ${why}`, cause);
  }
}

async function* objectsOf(
  { version, manifest, hooks }: Revision,
  title: string,
  signal: AbortSignal,
): AsyncIterable<Declared> {
  const file = `${title} revision ${version}`;
  yield* declaredIn(manifest, file, signal);
  for (const hook of hooks ?? []) yield* declaredIn(hook.manifest, `${file}, hook`, signal);
}

function problem(title: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${title}: ${why}`, { problem: 'malformed', cause });
}
