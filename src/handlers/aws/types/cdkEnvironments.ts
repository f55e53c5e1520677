/** The operations of a type of CDK assets over all environments of a region; a file of theirs knows one environment. */
import { ReadError } from '../../../core/common/errors.ts';
import type { LookedFor } from '../../../core/resource/lookedFor.ts';
import type { DeleteOutcome, Read, Resource } from '../../../core/resource/resource.ts';
import type { Restoring } from '../../../core/resource/restoring.ts';
import { type AssetPlace, type FindsPlace, placeOf } from '../evidence/cdk/bootstrap.ts';
import { AssetIds } from '../resources/cdk/assetIds.ts';
import type { AssetParameters, Bootstrap } from '../resources/cdk/parameters.ts';
import { deleteTogether } from '../session/deleting.ts';
import { refused, type Wanted } from '../session/restoring.ts';
import type { CallScopes } from '../session/session.ts';
import { type CallScope, whereIs } from '../wire/target.ts';

/** A resource of an environment. */
export interface Asset extends Resource {
  /** The name of its bootstrap stack. */
  readonly environment?: string;
}

type Output = Parameters<typeof placeOf>[1];

/** The environments of a region. */
export class Environments<R extends Asset> {
  readonly #ids: AssetIds;
  readonly #places: ReadonlyMap<Bootstrap, FindsPlace>;

  constructor(parameters: AssetParameters, output: Output) {
    this.#ids = new AssetIds(parameters);
    const { environments } = this.#ids;
    this.#places = new Map(environments.map((one) => [one, placeOf(one, output, environments)]));
  }

  /** The assets of all of them, which `list` reads by their ids in one place. @throws ReadError */
  async *list(
    reader: CallScope,
    list: (place: AssetPlace) => AsyncIterable<readonly R[]>,
  ): AsyncGenerator<readonly R[]> {
    for (const [environment, here] of await this.#found(reader)) {
      for await (const page of list(here)) yield page.map((asset) => this.#named(environment, asset));
    }
  }

  async lookedFor(reader: CallScope): Promise<readonly LookedFor[]> {
    const all: LookedFor[] = [];
    for (const place of this.#places.values()) all.push(...(await place.lookedFor(reader)));
    return all;
  }

  /** @throws ReadError */
  async get(
    reader: CallScope,
    ids: readonly string[],
    get: (place: AssetPlace, ids: readonly string[]) => Promise<ReadonlyMap<string, Read<R>>>,
  ): Promise<ReadonlyMap<string, Read<R>>> {
    const reads = new Map<string, Read<R>>();
    await this.#found(reader);
    for (const { environment, place, own } of this.#grouped(ids, (id) => id)) {
      const here = await place.get(reader);
      const found = await get(here, [...own.keys()]);
      for (const [inPlace, id] of own) {
        const read = found.get(inPlace);
        if (read) reads.set(id, this.#readOf(environment, here, read));
      }
    }
    return reads;
  }

  /** One request for each environment: a failure of one says nothing about the assets of another. */
  async remove(
    batch: readonly R[],
    api: string,
    { reader, deleter }: CallScopes,
    remove: (place: AssetPlace, batch: readonly R[]) => Promise<ReadonlyMap<string, DeleteOutcome>>,
  ): Promise<ReadonlyMap<string, DeleteOutcome>> {
    const outcomes = new Map<string, DeleteOutcome>();
    for (const { place, own } of this.#grouped(batch, ({ id }) => id)) {
      const assets = inPlace(own);
      const removed = await deleteTogether(deleter, api, assets, async () => remove(await place.get(reader), assets));
      for (const [key, { id }] of own) {
        const outcome = removed.get(key);
        if (outcome) outcomes.set(id, outcome);
      }
    }
    return outcomes;
  }

  /** @throws ReadError */
  async mark(
    batch: readonly R[],
    { reader }: CallScopes,
    mark: (place: AssetPlace, batch: readonly R[]) => Promise<void>,
  ): Promise<void> {
    for (const { place, own } of this.#grouped(batch, ({ id }) => id))
      await mark(await place.get(reader), inPlace(own));
  }

  /** @throws ReadError */
  placeOf(reader: CallScope, id: string): Promise<AssetPlace> {
    return this.#place(this.#ids.placeOf(id).environment).get(reader);
  }

  /**
   * Restores into the place from which it was deleted: entries that were added since may have changed the ids.
   * @param was its bucket or repository
   */
  async restore(
    wanted: Wanted,
    was: string,
    restore: (wanted: Wanted, place: AssetPlace) => Promise<Restoring>,
  ): Promise<Restoring> {
    const { inPlace: id } = this.#ids.placeOf(wanted.stored.id);
    const places: string[] = [];
    for (const [environment, place] of this.#places) {
      const here = await place.find(wanted.restorer);
      if (!here) continue;
      places.push(here.name);
      if (here.name !== was) continue;
      const restoring = await restore({ ...wanted, stored: { ...wanted.stored, id } }, here);
      return this.#restored(environment, restoring);
    }
    return refused(`it was in ${was}, and the environment has ${places.join(', ') || 'no place for it'} now`);
  }

  #restored(environment: Bootstrap, restoring: Restoring): Restoring {
    if (!('id' in restoring)) return restoring;
    const id = this.#ids.idOf(environment, restoring.id);
    if (restoring.kind !== 'ready') return { ...restoring, id };
    return {
      ...restoring,
      id,
      run: async () => {
        const done = await restoring.run();
        return 'id' in done ? { ...done, id: this.#ids.idOf(environment, done.id) } : done;
      },
    };
  }

  /** The places of all environments: the assets of one place have one id each. @throws ReadError */
  async #found(reader: CallScope): Promise<ReadonlyMap<Bootstrap, AssetPlace>> {
    const found = new Map<Bootstrap, AssetPlace>();
    const stacks = new Map<string, string>();
    for (const [environment, place] of this.#places) {
      const here = await place.find(reader);
      if (!here) continue;
      const { stackName } = environment;
      const other = stacks.get(here.name);
      if (other !== undefined) {
        const why = `the stacks ${other} and ${stackName} in ${whereIs(reader)} both name ${here.name}: leave out the entry of one`;
        throw new ReadError(why, { problem: 'malformed' });
      }
      stacks.set(here.name, stackName);
      found.set(environment, here);
    }
    return found;
  }

  /** An entry that came or went since a mark was made gave its id to another place. */
  #readOf(environment: Bootstrap, { name }: AssetPlace, read: Read<R>): Read<R> {
    if (read.kind === 'unknown') return read;
    const place = `@${name}`;
    return read.kind === 'gone'
      ? { ...read, place }
      : { ...read, resource: this.#named(environment, read.resource), place };
  }

  #named(environment: Bootstrap, asset: R): R {
    const { id, keptAs = [] } = this.#ids.fieldsOf(environment, asset.id);
    return { ...asset, id, keptAs: [...keptAs, ...(asset.keptAs ?? [])], environment: environment.stackName };
  }

  #place(environment: Bootstrap): FindsPlace {
    return this.#places.get(environment) as FindsPlace;
  }

  /** By their keys or digests in one place each. */
  #grouped<T>(items: readonly T[], idOf: (item: T) => string) {
    const groups = new Map<Bootstrap, Map<string, T>>();
    for (const item of items) {
      const { environment, inPlace: key } = this.#ids.placeOf(idOf(item));
      const own = groups.get(environment) ?? new Map<string, T>();
      groups.set(environment, own.set(key, item));
    }
    return [...groups].map(([environment, own]) => ({ environment, place: this.#place(environment), own }));
  }
}

function inPlace<R extends Asset>(own: ReadonlyMap<string, R>): readonly R[] {
  return [...own].map(([id, asset]) => ({ ...asset, id }));
}
