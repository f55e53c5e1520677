import { createHash } from 'node:crypto';
import type { Place } from '../collections/place.ts';
import { asDate } from '../collections/seed.ts';
import { Table } from '../collections/table.ts';
import type { SandboxControl } from './control.ts';
import type { Bucket, ObjectVersion, Store, StoredObject } from './store.ts';

/** The controls of S3. */
export function buckets(store: Store): Pick<SandboxControl, 'addBucket' | 'addObjects' | 'objects' | 'setObject'> {
  return {
    addBucket({ account, region }: Place, name, { isVersioned = false } = {}) {
      if (store.buckets.has(name)) throw new Error(`the sandbox has a bucket ${name} already`);
      store.buckets.set(name, { account, region, objects: new Table(store), isVersioned, versions: new Map() });
    },
    addObjects(name, seeds) {
      const bucket = existing(store, name);
      for (const { key, body = key, lastModified, ...rest } of seeds) {
        const dated = { lastModified: asDate(lastModified, new Date(store.now())) };
        putObject(bucket, key, { body, ...dated, ...rest }, store.ids.uuid());
      }
    },
    objects(name) {
      const rows = existing(store, name).objects.view();
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    },
    setObject(name, key, body) {
      const { objects } = existing(store, name);
      if (body === null) objects.removeNow(key);
      else objects.putNow(key, { body });
    },
  };
}

function existing(store: Store, name: string): Bucket {
  const found = store.buckets.get(name);
  if (!found) throw new Error(`the sandbox has no bucket ${name}`);
  return found;
}

/** Writes a version of an object. @param versionId of the new version, where the bucket keeps versions */
export function putObject(bucket: Bucket, key: string, object: StoredObject, versionId: string): void {
  const etag = `"${createHash('md5').update(object.body).digest('hex')}"`;
  const made = { etag, ...object, ...(bucket.isVersioned ? { versionId } : {}) };
  bucket.objects.put(key, made);
  if (bucket.isVersioned) bucket.versions.set(key, [{ versionId, object: made }, ...versionsOf(bucket, key)]);
}

/** Deletes without a version: where the bucket keeps versions, only a marker hides the object. @returns the marker's id */
export function hideObject(bucket: Bucket, key: string, versionId: string): string | undefined {
  bucket.objects.remove(key);
  if (!bucket.isVersioned) return undefined;
  bucket.versions.set(key, [{ versionId }, ...versionsOf(bucket, key)]);
  return versionId;
}

/** Removes one version for ever; the newest of the others is the object then. */
export function removeVersion(bucket: Bucket, key: string, versionId: string): void {
  const left = versionsOf(bucket, key).filter((version) => version.versionId !== versionId);
  bucket.versions.set(key, left);
  const [newest] = left;
  if (newest?.object) bucket.objects.put(key, newest.object);
  else bucket.objects.remove(key);
}

export function versionsOf({ versions }: Bucket, key: string): readonly ObjectVersion[] {
  return versions.get(key) ?? [];
}
