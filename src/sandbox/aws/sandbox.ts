import { autoScaling } from './autoscaling/index.ts';
import { batch } from './batch.ts';
import { CallLog } from './callLog.ts';
import type { AccountSeed, SandboxControl } from './control.ts';
import { controlOf, type SandboxParts } from './controlOf.ts';
import { ec2 } from './ec2/index.ts';
import { eks } from './eks.ts';
import { elb } from './elb/classic.ts';
import { elbV2 } from './elb/v2.ts';
import { emr } from './emr.ts';
import { Faults } from './faults.ts';
import { iam } from './iam.ts';
import { Identities } from './identities.ts';
import { imageBuilder } from './imageBuilder.ts';
import { organizations } from './organizations.ts';
import { Permissions } from './permissions.ts';
import { s3 } from './s3.ts';
import { ssm } from './ssm/index.ts';
import { Store } from './store.ts';
import { sts } from './sts.ts';
import type { Consistency } from './table.ts';
import { Throttle, type ThrottleSettings } from './throttle.ts';
import type { Service } from './wire/service.ts';

export interface SandboxOptions {
  readonly accounts?: readonly AccountSeed[];
  /** Milliseconds since 1970; default the machine's clock. */
  readonly now?: () => number;
  readonly throttling?: ThrottleSettings;
  readonly consistency?: Consistency;
  /** See {@link SandboxControl.setSnapshotsTakeMs}. */
  readonly snapshotsTakeMs?: number;
  /** Asked before its own. */
  readonly services?: readonly Service[];
}

/** An AWS of its own: what there is, who may do what, what goes wrong, and what was asked. Speaks no HTTP yet. */
export interface Sandbox extends SandboxParts {
  readonly control: SandboxControl;
}

export function createSandbox({
  accounts = [],
  now = Date.now,
  throttling,
  consistency,
  snapshotsTakeMs,
  services = [],
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
    services: [
      ...services,
      ec2(),
      autoScaling(),
      batch(),
      eks(),
      elb(),
      elbV2(),
      emr(),
      sts(identities, permissions),
      iam(),
      imageBuilder(),
      organizations(),
      s3(),
      ssm(),
    ],
    now: clock,
    advance(ms: number) {
      ahead += ms;
    },
  };
  const sandbox = { ...parts, control: controlOf(parts) };
  for (const account of accounts) sandbox.control.addAccount(account);
  if (throttling) sandbox.control.setThrottling(throttling);
  if (consistency) sandbox.control.setConsistency(consistency);
  if (snapshotsTakeMs !== undefined) sandbox.control.setSnapshotsTakeMs(snapshotsTakeMs);
  return sandbox;
}
