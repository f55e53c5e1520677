import { CallLog } from './collections/callLog.ts';
import { Faults } from './collections/faults.ts';
import type { Consistency } from './collections/table.ts';
import { Throttle, type ThrottleSettings } from './collections/throttle.ts';
import { controlOf, type SandboxParts } from './controlOf.ts';
import { Repeats } from './repeats.ts';
import { Identities } from './services/identities.ts';
import { Permissions } from './services/permissions.ts';
import * as played from './services.ts';
import type { AccountSeed, SandboxControl } from './store/control.ts';
import { Store } from './store/store.ts';
import type { Service } from './wire/service.ts';

type MakeService = (identities: Identities, permissions: Permissions) => Service;

/** EC2 first: it refuses the requests that no service knows. */
const { ec2, ...others } = played;
const makers: readonly MakeService[] = [ec2, ...Object.values<MakeService>(others)];

/** Most services know no sandbox: each call brings its store. They are made once, for a process that starts many sandboxes. */
const shared = new Map<MakeService, Service>();

function serviceOf(make: MakeService, identities: Identities, permissions: Permissions): Service {
  const known = shared.get(make);
  if (known) return known;
  const made = make(identities, permissions);
  if (make.length === 0) shared.set(make, made);
  return made;
}

export interface SandboxOptions {
  readonly accounts?: readonly AccountSeed[];
  /** ms since the epoch; default: the machine's clock. */
  readonly now?: () => number;
  readonly throttling?: ThrottleSettings;
  readonly consistency?: Consistency;
  /** See {@link SandboxControl.setSnapshotsTakeMs}. */
  readonly snapshotsTakeMs?: number;
  /** How long a load balancer made through the API is `provisioning`; default: two minutes. */
  readonly balancersTakeMs?: number;
  /** Tried before the sandbox's own. */
  readonly services?: readonly Service[];
}

/** A separate AWS: its resources, permissions, faults and call log. Has no HTTP server yet. */
export interface Sandbox extends SandboxParts {
  readonly control: SandboxControl;
}

export function createSandbox({
  accounts = [],
  now = Date.now,
  throttling,
  consistency,
  snapshotsTakeMs,
  balancersTakeMs,
  services = [],
}: SandboxOptions = {}): Sandbox {
  let ahead = 0;
  const clock = () => now() + ahead;
  const store = new Store(clock);
  if (balancersTakeMs !== undefined) store.balancersTakeMs = balancersTakeMs;
  const identities = new Identities(store.ids, clock);
  const permissions = new Permissions();
  const watched = { store, permissions, faults: new Faults(), throttle: new Throttle(clock), log: new CallLog() };
  const repeats = new Repeats({ ...watched, now: clock });
  const parts = {
    ...watched,
    identities,
    repeats,
    services: [...services, ...makers.map((make) => serviceOf(make, identities, permissions))],
    now: clock,
    advance(ms: number) {
      ahead += ms;
    },
  };
  const sandbox = { ...parts, control: repeats.counting(controlOf(parts)) };
  for (const account of accounts) sandbox.control.addAccount(account);
  if (throttling) sandbox.control.setThrottling(throttling);
  if (consistency) sandbox.control.setConsistency(consistency);
  if (snapshotsTakeMs !== undefined) sandbox.control.setSnapshotsTakeMs(snapshotsTakeMs);
  return sandbox;
}
