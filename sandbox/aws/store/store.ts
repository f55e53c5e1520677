import { Ids } from '../collections/ids.ts';
import type { Organization } from '../collections/organization.ts';
import { type SnapshotUnderway, settleSnapshots } from '../collections/snapshotsUnderway.ts';
import type { Consistency, Table, TableContext } from '../collections/table.ts';
import type { KeptInput } from './keptInput.ts';
import { type Bins, bins, type RecycleBinSettings, type Tables, tables } from './kinds.ts';

/** An S3 bucket; its name is globally unique. */
export interface Bucket {
  readonly account: string;
  readonly region: string;
  readonly objects: Table<StoredObject>;
  /** It keeps each version of an object; set before the first one. */
  readonly isVersioned: boolean;
  /** By key, the newest first; empty where it keeps no versions. */
  readonly versions: Map<string, readonly ObjectVersion[]>;
}

export interface StoredObject {
  readonly body: string;
  readonly encryption?: string;
  /** Absent: that of an object without a body. */
  readonly etag?: string;
  readonly lastModified?: Date;
  /** Bytes; absent: those of the body. */
  readonly size?: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly versionId?: string;
  /** In base64, if it was uploaded with this checksum. */
  readonly sha256?: string;
  /** The code of the error with which S3 answers to its deletion. */
  readonly refusal?: string;
}

/** A version of an object, or (without an object) the marker of its deletion. */
export interface ObjectVersion {
  readonly versionId: string;
  readonly object?: StoredObject;
}

/** The resources of one account in one Region. */
export interface Region extends Tables {
  readonly account: string;
  /** Ids of deregistered images, which EC2 remembers for a while. */
  readonly deregistered: Set<string>;
  /** The retention of the Recycle Bin, in days. */
  retained: RecycleBinSettings;
  readonly bin: Bins;
  readonly snapshotsUnderway: Map<string, SnapshotUnderway>;
  /** Interfaces of deleted load balancers, and when they go; ms since the epoch. */
  readonly interfacesUntil: Map<string, number>;
  /** Of requests whose things are not played whole. */
  keptInputs: readonly KeptInput[];
}

function regionOf(account: string, context: TableContext): Region {
  return {
    ...tables(context),
    account,
    deregistered: new Set(),
    retained: {},
    bin: bins(context),
    snapshotsUnderway: new Map(),
    interfacesUntil: new Map(),
    keptInputs: [],
  };
}

function endInterfaces({ interfacesUntil, networkInterfaces }: Region, now: number): void {
  for (const [id, until] of interfacesUntil) {
    if (now < until) continue;
    interfacesUntil.delete(id);
    networkInterfaces.removeNow(id);
  }
}

/** All accounts' resources, by account and Region. */
export class Store implements TableContext {
  consistency: Consistency = {};
  organization: Organization | undefined;
  snapshotsTakeMs = 30_000;
  /** How long a new load balancer is `provisioning`. */
  balancersTakeMs = 120_000;
  /** How long the interfaces of a deleted load balancer stay; absent: as long as in AWS, by its type. */
  interfacesLingerMs: number | undefined;
  /** Does RDS save a stopped database in a final snapshot? AWS does not say so of either. */
  savesStopped = true;
  /** The maximum page length of every listing. */
  pageLimit = Number.POSITIVE_INFINITY;
  readonly ids: Ids;
  readonly buckets = new Map<string, Bucket>();
  readonly #now: () => number;
  readonly #regions = new Map<string, Map<string, Region>>();
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
    this.ids = new Ids();
  }

  now(): number {
    return this.#now();
  }

  nextSeq(): number {
    this.#seq += 1;
    return this.#seq;
  }

  region(account: string, region: string): Region {
    const accounts = this.#regions.get(region) ?? new Map<string, Region>();
    this.#regions.set(region, accounts);
    const known = accounts.get(account) ?? regionOf(account, this);
    accounts.set(account, known);
    settleSnapshots(known, this.#now());
    endInterfaces(known, this.#now());
    return known;
  }

  /** No read shows an earlier state, and none counts for what the next one shows. */
  get isConsistent(): boolean {
    return !this.consistency.delayMs && !this.consistency.reads;
  }

  /** Nothing changes by itself, with the time or with the number of reads. */
  isSettled(): boolean {
    if (!this.isConsistent) return false;
    const regions = [...this.#regions.values()].flatMap((accounts) => [...accounts.values()]);
    return regions.every((one) => one.snapshotsUnderway.size === 0 && one.interfacesUntil.size === 0);
  }

  empty(account: string, region: string): void {
    this.#regions.get(region)?.delete(account);
    for (const [name, bucket] of this.buckets) {
      if (bucket.account === account && bucket.region === region) this.buckets.delete(name);
    }
  }

  /** The same Region of every account with resources there. */
  everywhereIn(region: string): readonly Region[] {
    return [...(this.#regions.get(region)?.values() ?? [])];
  }
}
