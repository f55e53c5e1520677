import type { Place } from '../collections/place.ts';
import { Table } from '../collections/table.ts';
import type { SandboxControl } from './control.ts';
import type { Bucket, Store } from './store.ts';

/** The controls of S3. */
export function buckets(store: Store): Pick<SandboxControl, 'addBucket' | 'objects' | 'setObject'> {
  return {
    addBucket({ account, region }: Place, name) {
      if (store.buckets.has(name)) throw new Error(`the sandbox has a bucket ${name} already`);
      store.buckets.set(name, { account, region, objects: new Table(store) });
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
