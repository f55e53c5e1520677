/** The tags of namespaces that count for the objects in them: their owners, and who keeps them. */
import { ReadError } from '../../../../core/common/errors.ts';
import { isKeepTag } from '../../../../core/owner/keepKey.ts';
import { keepTagEnd, lasts } from '../../../../core/owner/optOut.ts';
import { type ExpirySettings, readExpiry } from '../../../../core/resource/expiry.ts';
import type { Discovered } from '../../calls/discovery.ts';
import { listObjects } from '../../calls/lists.ts';
import { type KubernetesObject, objectFrom } from '../../objects/object.ts';
import type { CallScope } from '../../wire/call.ts';

type Tags = Readonly<Record<string, string>>;
/** By the name of the namespace. */
export type NamespaceTags = ReadonlyMap<string, Tags>;

/** Without the right to list namespaces they say nothing, and the log says so. @throws ReadError for another failure */
export async function namespaceTags(
  target: CallScope,
  { kinds }: Discovered,
  expiry?: ExpirySettings,
): Promise<NamespaceTags> {
  const { account, io } = target;
  const kind = kinds.find((one) => one.group === '' && one.kind === 'Namespace');
  if (!kind) return new Map();
  try {
    const items = await listObjects(target, { kind, isMetadataOnly: true });
    const spaces = items.flatMap((item) => objectFrom(item, kind, '') ?? []);
    return new Map(spaces.map(({ name, tags }) => [name, toContent(tags, expiry)]));
  } catch (error) {
    if (!(error instanceof ReadError) || error.problem !== 'denied') throw error;
    io.log.warn({ account: account.name, why: error.message }, 'owners in labels of namespaces are not seen');
    return new Map();
  }
}

/** Neither the words of Kubernetes itself, nor an end: an expired namespace says nothing about its objects. */
function toContent(tags: Tags, expiry: ExpirySettings | undefined): Tags {
  const saysNoEnd = (tag: Tags, settings?: ExpirySettings) => readExpiry(tag, undefined, settings).kind === 'none';
  const content = Object.entries(tags).filter(([key, value]) => {
    const isOfKubernetes = /(^|\.)(kubernetes|k8s)\.io\//.test(key);
    return !isOfKubernetes && saysNoEnd({ [key]: value }) && saysNoEnd({ [key]: value }, expiry);
  });
  return Object.fromEntries(content);
}

/** The object's own labels and annotations come first, whatever the case of their keys. */
export function inNamespace(object: KubernetesObject, spaces: NamespaceTags): KubernetesObject {
  const given = spaces.get(object.reference.namespace);
  if (!given) return object;
  const own = new Set(Object.keys(object.tags).map((key) => key.toLowerCase()));
  const more = Object.entries(given).filter(([key, value]) =>
    isKeepTag(key) ? isLonger(key, value) : !own.has(key.toLowerCase()),
  );
  return { ...object, tags: { ...object.tags, ...Object.fromEntries(more) } };

  /** The longer keep counts, as everywhere. */
  function isLonger(key: string, value: string): boolean {
    const owned = object.tags[key];
    return owned === undefined || lasts(keepTagEnd(value), keepTagEnd(owned));
  }
}
