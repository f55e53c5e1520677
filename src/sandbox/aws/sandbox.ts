import { autoScaling } from './autoscaling/index.ts';
import { CallLog } from './callLog.ts';
import type { AccountSeed, Consistency, SandboxControl } from './control.ts';
import { controlOf } from './controlOf.ts';
import { ec2 } from './ec2/index.ts';
import { Faults } from './faults.ts';
import { iam } from './iam.ts';
import { Identities } from './identities.ts';
import { Permissions } from './permissions.ts';
import { Store } from './store.ts';
import { sts } from './sts.ts';
import { Throttle, type ThrottleSettings } from './throttle.ts';
import type { Service } from './wire/service.ts';

export interface SandboxOptions {
  readonly accounts?: readonly AccountSeed[];
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
  readonly throttling?: ThrottleSettings;
  readonly consistency?: Consistency;
}

/** An AWS of its own: what there is, who may do what, what goes wrong, and what was asked. Speaks no HTTP yet. */
export interface Sandbox {
  readonly store: Store;
  readonly identities: Identities;
  readonly permissions: Permissions;
  readonly faults: Faults;
  readonly throttle: Throttle;
  readonly log: CallLog;
  readonly services: readonly Service[];
  readonly control: SandboxControl;
  now(): number;
  advance(ms: number): void;
}

export function createSandbox({
  accounts = [],
  now = Date.now,
  throttling,
  consistency,
}: SandboxOptions = {}): Sandbox {
  let ahead = 0;
  const clock = () => now() + ahead;
  const store = new Store(clock);
  const identities = new Identities(store.ids, clock);
  const permissions = new Permissions();
  const parts = {
    store,
    identities,
    permissions,
    faults: new Faults(),
    throttle: new Throttle(clock),
    log: new CallLog(),
    services: [ec2(), autoScaling(), sts(identities, permissions), iam()],
    now: clock,
    advance(ms: number) {
      ahead += ms;
    },
  };
  const sandbox = { ...parts, control: controlOf(parts) };
  for (const account of accounts) sandbox.control.addAccount(account);
  if (throttling) sandbox.control.setThrottling(throttling);
  if (consistency) sandbox.control.setConsistency(consistency);
  return sandbox;
}
