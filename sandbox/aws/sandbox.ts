import { CallLog } from './collections/callLog.ts';
import { Faults } from './collections/faults.ts';
import type { Consistency } from './collections/table.ts';
import { Throttle, type ThrottleSettings } from './collections/throttle.ts';
import { controlOf, type SandboxParts } from './controlOf.ts';
import { apiGateway, apiGatewayV2 } from './services/apiGateway.ts';
import { appRunner } from './services/appRunner.ts';
import { appStream } from './services/appStream.ts';
import { autoScaling } from './services/autoscaling/index.ts';
import { batch } from './services/batch.ts';
import { cloudFormation } from './services/cloudFormation.ts';
import { cloudWatch } from './services/cloudWatch.ts';
import { codeBuild } from './services/codeBuild.ts';
import { codeDeploy } from './services/codeDeploy.ts';
import { ec2 } from './services/ec2/index.ts';
import { ecr } from './services/ecr.ts';
import { ecs } from './services/ecs.ts';
import { eks } from './services/eks.ts';
import { elastiCache } from './services/elastiCache.ts';
import { elb } from './services/elb/classic.ts';
import { elbV2 } from './services/elb/v2.ts';
import { emr } from './services/emr.ts';
import { emrServerless } from './services/emrServerless.ts';
import { eventBridge } from './services/eventBridge.ts';
import { flink } from './services/flink.ts';
import { globalAccelerator } from './services/globalAccelerator.ts';
import { glue } from './services/glue.ts';
import { iam } from './services/iam.ts';
import { Identities } from './services/identities.ts';
import { imageBuilder } from './services/imageBuilder.ts';
import { lambda } from './services/lambda.ts';
import { memoryDb } from './services/memoryDb.ts';
import { openSearch } from './services/openSearch.ts';
import { organizations } from './services/organizations.ts';
import { Permissions } from './services/permissions.ts';
import { pipes } from './services/pipes.ts';
import { ram } from './services/ram.ts';
import { rds } from './services/rds.ts';
import { redshift } from './services/redshift.ts';
import { redshiftServerless } from './services/redshiftServerless.ts';
import { route53 } from './services/route53.ts';
import { s3 } from './services/s3/index.ts';
import { sageMaker } from './services/sageMaker.ts';
import { scheduler } from './services/scheduler.ts';
import { ssm } from './services/ssm/index.ts';
import { stepFunctions } from './services/stepFunctions.ts';
import { sts } from './services/sts.ts';
import { taggingApi } from './services/taggingApi.ts';
import { vpcLattice } from './services/vpcLattice.ts';
import type { AccountSeed, SandboxControl } from './store/control.ts';
import { Store } from './store/store.ts';
import type { Service } from './wire/service.ts';

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
      apiGateway(),
      apiGatewayV2(),
      appRunner(),
      appStream(),
      autoScaling(),
      batch(),
      cloudFormation(),
      cloudWatch(),
      codeBuild(),
      codeDeploy(),
      ecr(),
      ecs(),
      eks(),
      elastiCache(),
      elb(),
      elbV2(),
      emr(),
      emrServerless(),
      globalAccelerator(),
      sts(identities, permissions),
      eventBridge(),
      flink(),
      glue(),
      iam(),
      imageBuilder(),
      lambda(),
      memoryDb(),
      openSearch(),
      organizations(),
      pipes(),
      ram(),
      rds(),
      redshift(),
      redshiftServerless(),
      route53(),
      s3(),
      sageMaker(),
      scheduler(),
      stepFunctions(),
      ssm(),
      taggingApi(),
      vpcLattice(),
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
