import type { Activity, AutoScalingGroup, LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import type {
  Image,
  Instance,
  LaunchPermission,
  LaunchTemplate,
  LaunchTemplateVersion,
  Snapshot,
} from '@aws-sdk/client-ec2';
import type { Consistency } from './control.ts';
import { Ids } from './ids.ts';
import { Table, type TableContext } from './table.ts';

export interface ImageRow {
  readonly image: Image;
  readonly launchPermissions: readonly LaunchPermission[];
}
export interface InstanceRow {
  readonly instance: Instance;
  readonly reservationId: string;
}
export interface LaunchTemplateRow {
  readonly template: LaunchTemplate;
  /** Oldest first. */
  readonly versions: readonly LaunchTemplateVersion[];
}

/** What one account has in one Region. */
export class Region {
  readonly account: string;
  readonly images: Table<ImageRow>;
  /** Ids of images that are gone, which EC2 remembers for a while. */
  readonly deregistered = new Set<string>();
  readonly instances: Table<InstanceRow>;
  readonly launchTemplates: Table<LaunchTemplateRow>;
  readonly snapshots: Table<Snapshot>;
  readonly groups: Table<AutoScalingGroup>;
  readonly activities: Table<Activity>;
  readonly launchConfigurations: Table<LaunchConfiguration>;

  constructor(account: string, context: TableContext) {
    this.account = account;
    this.images = new Table(context);
    this.instances = new Table(context);
    this.launchTemplates = new Table(context);
    this.snapshots = new Table(context);
    this.groups = new Table(context);
    this.activities = new Table(context);
    this.launchConfigurations = new Table(context);
  }
}

/** All accounts' resources, by account and Region. */
export class Store implements TableContext {
  consistency: Consistency = {};
  readonly ids: Ids;
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
    const known = accounts.get(account) ?? new Region(account, this);
    accounts.set(account, known);
    return known;
  }

  /** The same Region of every account that has something there. */
  everywhereIn(region: string): readonly Region[] {
    return [...(this.#regions.get(region)?.values() ?? [])];
  }
}
