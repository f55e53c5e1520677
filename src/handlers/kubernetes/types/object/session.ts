/** The objects of one application environment. */
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { groupBy } from '../../../../core/common/groupBy.ts';
import type { DeleteOutcome, Read } from '../../../../core/resource/resource.ts';
import { each } from '../../../contract/each.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import type { AnnouncedMark } from '../../../contract/showingMarks.ts';
import { type Discovered, discover, type ServedKind } from '../../calls/discovery.ts';
import { listObjects } from '../../calls/lists.ts';
import { rememberedNamespaces, rememberNamespaces } from '../../calls/namespaces.ts';
import { readObject } from '../../calls/objects.ts';
import { prove } from '../../calls/prove.ts';
import { deletableKinds, servedAs } from '../../calls/servedKind.ts';
import { WholeCluster } from '../../evidence/wholeCluster.ts';
import { inGeneration } from '../../objects/generation.ts';
import { kindText } from '../../objects/groupKind.ts';
import { type KubernetesObject, objectFrom } from '../../objects/object.ts';
import { environmentIn, selectorOf } from '../../objects/ownership.ts';
import { referenceIn } from '../../objects/reference.ts';
import { readSource } from '../../source/readSource.ts';
import type { CallScope } from '../../wire/call.ts';
import { MOUNTED, ownNamespaces } from '../../wire/inCluster.ts';
import { malformed } from '../../wire/readError.ts';
import { deleteOne } from './deletion.ts';
import { Dependents, namespaceOfAll } from './dependents.ts';
import { showByEvents } from './events.ts';
import { isOf, withPatience, withPlace } from './inEnvironment.ts';
import { keepObject } from './keep.ts';
import { lookedFor } from './lookedFor.ts';
import { inNamespace, type NamespaceTags, namespaceTags } from './namespaceTags.ts';
import type { ObjectParameters } from './parameters.ts';
import { RESTORABLE, restoreObject } from './restore.ts';

/** Reads nothing yet; a session discovers the kinds of its cluster once. */
export function open(
  { account, location, parameters, expiry }: Scope<ObjectParameters>,
  io: Io,
): Session<KubernetesObject> {
  const target: CallScope = { account, io };
  const { generationLabel } = parameters;
  let discovered: Promise<Discovered> | undefined;
  const known = () => {
    discovered ??= discover(target);
    return discovered;
  };
  let read: Promise<NamespaceTags> | undefined;
  const spaces = async () => {
    read ??= known().then((discovered) => namespaceTags(target, discovered, expiry));
    return read;
  };
  let seen: Promise<readonly string[]> | undefined;
  /** Where lists of the whole cluster are denied. */
  const inEach = () => {
    seen ??= namespacesOf(target, location, parameters, known);
    return seen;
  };
  const deletions = new Dependents(target, parameters);
  /** The objects of the last listing. */
  let listed: readonly KubernetesObject[] = [];
  return {
    verifyAccount: () => prove(target, true),
    async *list() {
      const selector = selectorIn(location, parameters, account.name);
      const found = new Map<string, KubernetesObject>();
      await each(deletableKinds(await known()), async (kind) => {
        for (const object of await objectsOf(target, kind, selector, location, inEach))
          if (isOf(object, location, parameters)) found.set(object.id, object);
      });
      const spaceTags = await spaces();
      listed = withOtherKinds([...found.values()]);
      const inUse = listed.map(({ reference }) => reference.namespace);
      await rememberNamespaces(target, location, [...new Set(inUse)]);
      yield listed
        .map((object) => withOwn(inNamespace(inGeneration(object, generationLabel), spaceTags)))
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async lookedFor() {
      const selector = selectorIn(location, parameters, account.name);
      return lookedFor({ target, location, parameters, discovered: await known(), selector }, listed);
    },
    async get(ids) {
      const dependents = new Dependents(target, parameters);
      const namespace = namespaceOfAll(ids);
      const reads = new Map<string, Read<KubernetesObject>>();
      await each(ids, async (id) => {
        const one = await readOne(target, await known(), id, location);
        if (one.kind !== 'found') return void reads.set(id, one);
        const resource = withPlace(one.resource, selectorIn(location, parameters, account.name), location, parameters);
        const patient = withPatience(inGeneration(resource, generationLabel), parameters);
        const own = withOwn(inNamespace(patient, await spaces()));
        reads.set(id, { kind: 'found', resource: await dependents.with(own, await known(), namespace) });
      });
      return reads;
    },
    async delete(batch) {
      const outcomes = new Map<string, DeleteOutcome>();
      for (const object of batch) {
        const discovered = await known();
        const late = async () => [
          ...(await new WholeCluster(target, discovered).inside(object.reference)).map(
            ({ by }) => `${by} is in it now`,
          ),
          ...(await deletions.joined(object, discovered)).map(
            (by) => `${by} would go with it, and its notice does not name that`,
          ),
        ];
        const outcome = await deleteOne(target, object, servedAs(discovered, object.reference), parameters, late);
        if (outcome) outcomes.set(object.id, outcome);
      }
      return outcomes;
    },
    protect: async (object, until) => keepObject(target, object, servedAs(await known(), object.reference), until),
    ...(parameters.events && {
      announceMarks: async (marks: readonly AnnouncedMark<KubernetesObject>[]) => {
        const discovered = await known();
        return showByEvents(target, marks, (reference) => servedAs(discovered, reference));
      },
    }),
    restorable: async () => ({ says: RESTORABLE }),
    async restore(stored) {
      const discovered = await known();
      return restoreObject(target, stored, (reference) => servedAs(discovered, reference));
    },
  };
}

function selectorIn(location: string, { ownership, tag }: ObjectParameters, account: string): string {
  const environment = environmentIn(location);
  if (!environment) throw malformed('listing objects', account, `${location} is no application environment`);
  return selectorOf(environment, ownership, tag);
}

/** Those of source, and those that were ever seen. */
async function namespacesOf(
  target: CallScope,
  location: string,
  parameters: ObjectParameters,
  known: () => Promise<Discovered>,
): Promise<readonly string[]> {
  const declared = await readSource(parameters, { target, location, discovered: await known() });
  await rememberNamespaces(
    target,
    location,
    declared.map(({ namespace }) => namespace),
  );
  const now = declared.map(({ namespace }) => namespace).filter((one) => one !== '');
  return [...new Set([...now, ...(await rememberedNamespaces(target, location))])].sort();
}

/** A kind that may not be listed is left out, and named; its objects are absent from the listing, which proves nothing. */
async function objectsOf(
  target: CallScope,
  kind: ServedKind,
  labelSelector: string,
  environment: string,
  inEach: () => Promise<readonly string[]>,
): Promise<readonly KubernetesObject[]> {
  const { account, io } = target;
  const listed = async (namespace?: string) => {
    const place = namespace === undefined ? {} : { namespace };
    const items = await listObjects(target, { kind, labelSelector, isMetadataOnly: true, ...place });
    return items.map((item) => {
      const object = objectFrom(item, kind, environment);
      if (!object) throw malformed(`listing ${kindText(kind)}`, account.name, 'an object has no readable metadata');
      return object;
    });
  };
  const denied = (error: unknown): readonly KubernetesObject[] => {
    if (!(error instanceof ReadError) || error.problem !== 'denied') throw error;
    io.log.warn({ account: account.name, kind: kindText(kind), why: error.message }, 'objects of a kind are not seen');
    return [];
  };
  try {
    return await listed();
  } catch (error) {
    const known = kind.isNamespaced && isDenied(error) ? await inEach() : [];
    if (known.length === 0) return denied(error);
    const found: KubernetesObject[] = [];
    for (const namespace of known) found.push(...(await listed(namespace).catch(denied)));
    return found;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof ReadError && error.problem === 'denied';
}

async function readOne(
  target: CallScope,
  discovered: Discovered,
  id: string,
  environment: string,
): Promise<Read<KubernetesObject>> {
  const reference = referenceIn(id);
  if (!reference) return { kind: 'unknown', why: 'it cannot be the id of an object' };
  const stale = discovered.unread.get(reference.group);
  if (stale !== undefined) return { kind: 'unknown', why: stale };
  const kind = servedAs(discovered, reference);
  if (!kind) return { kind: 'unknown', why: `the API server does not serve ${kindText(reference)} now` };
  try {
    const read = await readObject(target, kind, reference.namespace || undefined, reference.name);
    if (!read) return { kind: 'gone' };
    const resource = objectFrom(read, kind, environment);
    return resource
      ? { kind: 'found', resource: { ...resource, content: read } }
      : { kind: 'unknown', why: 'its metadata cannot be read' };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'unknown', why: messageOf(error) };
  }
}

/** One uid under two kinds is one object, whose deletion by either name is that of both. */
function withOtherKinds(objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  const kinds = groupBy(objects, ({ identity }) => identity);
  return objects.map((object) => {
    const other = kinds.get(object.identity)?.find(({ id }) => id !== object.id);
    return other ? { ...object, alsoServedAs: kindText(other.reference) } : object;
  });
}

/** Marks the Namespace in which Holystone itself runs. */
function withOwn(resource: KubernetesObject): KubernetesObject {
  const { group, kind, name } = resource.reference;
  const isOwn = group === '' && kind === 'Namespace' && ownNamespaces(MOUNTED).includes(name);
  return isOwn ? { ...resource, isOwn } : resource;
}
