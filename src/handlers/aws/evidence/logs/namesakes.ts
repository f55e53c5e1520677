/** Things that write to a group because of its name: each is read by its own name, since no listing proves that one is gone. */
import { apiGateway } from '../../calls/apiGateway.ts';
import type { Call } from '../../calls/call.ts';
import { codeBuild } from '../../calls/codeBuild.ts';
import { eks } from '../../calls/eks.ts';
import { lambda } from '../../calls/lambda.ts';
import { rds } from '../../calls/rds.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone, unread } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';

interface Convention {
  /** Of the whole name of a group; its first part is the name of the thing. */
  readonly form: RegExp;
  readonly noun: string;
  readonly call: Call;
  /** @returns `false`: AWS says that it does not exist @throws ReadError */
  exists(target: CallScope, name: string, what: string): Promise<boolean>;
}

const CONVENTIONS: readonly Convention[] = [
  {
    // Of Lambda@Edge in other regions it is `/aws/lambda/us-east-1.NAME`.
    form: /^\/aws\/lambda\/([\w-]{1,64})$/,
    noun: 'Lambda function',
    call: lambda.getFunction,
    exists: (target, FunctionName, what) => isThere(read(target, lambda.getFunction, what, { FunctionName })),
  },
  {
    form: /^\/aws\/codebuild\/([\w-]{2,150})$/,
    noun: 'CodeBuild project',
    call: codeBuild.batchGetProjects,
    async exists(target, name, what) {
      const { projects = [], projectsNotFound = [] } = await read(target, codeBuild.batchGetProjects, what, {
        names: [name],
      });
      if (projects.length === 0 && projectsNotFound.includes(name)) return false;
      if (projects.length > 0) return true;
      throw unread({ what, target }, `the answer to ${codeBuild.batchGetProjects.api} names no project`);
    },
  },
  {
    form: /^\/aws\/rds\/instance\/([a-z][a-z0-9-]{0,62})\/[\w-]{1,64}$/i,
    noun: 'database',
    call: rds.describeDBInstances,
    exists: (target, DBInstanceIdentifier, what) =>
      isThere(allOf(pages(target, rds.describeDBInstances, what, { DBInstanceIdentifier }))),
  },
  {
    form: /^\/aws\/rds\/cluster\/([a-z][a-z0-9-]{0,62})\/[\w-]{1,64}$/i,
    noun: 'database cluster',
    call: rds.describeDBClusters,
    exists: (target, DBClusterIdentifier, what) =>
      isThere(allOf(pages(target, rds.describeDBClusters, what, { DBClusterIdentifier }))),
  },
  {
    form: /^\/aws\/eks\/([\w-]{1,100})\/cluster$/,
    noun: 'EKS cluster',
    call: eks.describeCluster,
    exists: (target, name, what) => isThere(read(target, eks.describeCluster, what, { name })),
  },
  {
    form: /^API-Gateway-Execution-Logs_([a-z0-9]{1,32})\/[\w-]{1,128}$/,
    noun: 'REST API',
    call: apiGateway.getRestApi,
    exists: (target, restApiId, what) => isThere(read(target, apiGateway.getRestApi, what, { restApiId })),
  },
];

async function isThere(reading: Promise<unknown>): Promise<boolean> {
  return (await unlessGone(reading.then(() => true))) ?? false;
}

/** Names that AWS gives or asks for: a service may write to such a group, whatever nobody says. */
const OF_AWS =
  /^(?:\/?aws[-_/]|API-Gateway-|AWSIotLogs|RDSOSMetrics|sns\/|dms-(?:tasks|serverless)-|MediaTailor\/|Elemental|airflow-)/i;

/** Is it a name of AWS, of a kind of thing that nothing here reads? */
export function hasUnreadNamesake(name: string): boolean {
  return OF_AWS.test(name) && !CONVENTIONS.some(({ form }) => form.test(name));
}

/** They also write to it after years: it stays for as long as its thing lives. */
export const namesakes = eachSource<LogGroupResource>({
  name: 'namesakes',
  summary:
    'The thing that a group has its name from: a Lambda function, a CodeBuild project, a database or a cluster of RDS, an EKS cluster or a REST API, read by its name.',
  calls: CONVENTIONS.map(({ call }) => call),
  reading: (target) => async (group) => {
    for (const { form, noun, exists } of CONVENTIONS) {
      const [, name] = form.exec(group.id) ?? [];
      if (name === undefined) continue;
      const one = `${noun} ${name}`;
      if (await exists(target, name, `reading ${one}`)) return [{ says: 'used', by: `${one}, which has this name` }];
    }
    return [];
  },
});
