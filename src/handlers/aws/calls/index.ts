/** All calls that the process may send. `wire.ts` stops an operation that no table lists. */
import { apiGateway, apiGatewayV2 } from './apiGateway.ts';
import { appRunner } from './appRunner.ts';
import { appStream } from './appStream.ts';
import { autoScaling } from './autoScaling.ts';
import { batch } from './batch.ts';
import { type Call, callsByName } from './call.ts';
import { cloudFormation } from './cloudFormation.ts';
import { cloudWatch } from './cloudWatch.ts';
import { codeBuild } from './codeBuild.ts';
import { codeDeploy } from './codeDeploy.ts';
import { ec2 } from './ec2.ts';
import { ecr } from './ecr.ts';
import { ecs } from './ecs.ts';
import { eks } from './eks.ts';
import { elastiCache } from './elastiCache.ts';
import { emr } from './emr.ts';
import { emrServerless } from './emrServerless.ts';
import { eventBridge } from './eventBridge.ts';
import { flink } from './flink.ts';
import { globalAccelerator } from './globalAccelerator.ts';
import { glue } from './glue.ts';
import { iam } from './iam.ts';
import { imageBuilder } from './imageBuilder.ts';
import { lambda } from './lambda.ts';
import { elb, elbV2 } from './loadBalancing.ts';
import { memoryDb } from './memoryDb.ts';
import { openSearch } from './openSearch.ts';
import { organizations } from './organizations.ts';
import { pipes } from './pipes.ts';
import { ram } from './ram.ts';
import { rds } from './rds.ts';
import { redshift } from './redshift.ts';
import { redshiftServerless } from './redshiftServerless.ts';
import { route53 } from './route53.ts';
import { s3 } from './s3.ts';
import { sageMaker } from './sageMaker.ts';
import { scheduler } from './scheduler.ts';
import { ssm } from './ssm.ts';
import { stepFunctions } from './stepFunctions.ts';
import { sts } from './sts.ts';
import { vpcLattice } from './vpcLattice.ts';

const TABLES = [
  apiGateway,
  apiGatewayV2,
  appRunner,
  appStream,
  autoScaling,
  batch,
  cloudFormation,
  cloudWatch,
  codeBuild,
  codeDeploy,
  ec2,
  ecr,
  ecs,
  eks,
  elastiCache,
  elb,
  elbV2,
  emr,
  emrServerless,
  eventBridge,
  flink,
  globalAccelerator,
  glue,
  iam,
  imageBuilder,
  lambda,
  memoryDb,
  openSearch,
  organizations,
  pipes,
  ram,
  rds,
  redshift,
  redshiftServerless,
  route53,
  s3,
  sageMaker,
  scheduler,
  ssm,
  stepFunctions,
  sts,
  vpcLattice,
];

/** Every call of every table. Two services may share a name in IAM, so these are more than {@link CALLS}. */
export const ALL_CALLS: readonly Call[] = TABLES.flatMap((table) => Object.values<Call>(table));

/** By their names in IAM: `ec2:DescribeImages`. */
export const CALLS = callsByName(ALL_CALLS);
