import * as module from '@aws-sdk/client-batch';
import { AwsError } from '../collections/errors.ts';
import { newComputeEnvironment } from '../seeds/computeEnvironmentSeeds.ts';
import { jobDefinitions } from '../seeds/imageRunnerSeeds.ts';
import { answered, answerOf } from '../store/answers.ts';
import { listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/batch/latest/APIReference/API_DescribeComputeEnvironments.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'ClientException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ClientException',
});
/** "up to 128 characters long … uppercase and lowercase letters, numbers, hyphens (-), and underscores (_)" */
const NAME = /^[\w-]{1,128}$/;

export function batch(): Service {
  return service(
    module,
    module.BatchClient,
  )({
    DescribeComputeEnvironments: listing(plain(rowsOf('computeEnvironments')), {
      answer: 'computeEnvironments',
      where: ({ computeEnvironments: names = [] }) => {
        const isAsked = (name = '') => names.includes(name);
        return (one) => names.length === 0 || isAsked(one.computeEnvironmentName) || isAsked(one.computeEnvironmentArn);
      },
    }),

    /** https://docs.aws.amazon.com/batch/latest/APIReference/API_DescribeJobDefinitions.html */
    DescribeJobDefinitions: listing(plain(rowsOf('jobDefinitions')), {
      answer: 'jobDefinitions',
      where: ({ status: state }) => {
        return ({ status }) => state === undefined || status === state;
      },
    }),

    DescribeJobQueues: listing(answered(), { answer: 'jobQueues' }),
    /** "If you don't specify a status, only RUNNING jobs are returned." */
    ListJobs: listing(answered('jobQueue'), {
      answer: 'jobSummaryList',
      where:
        ({ jobStatus = 'RUNNING' }) =>
        ({ item }) =>
          (item as module.JobSummary).status === jobStatus,
    }),
    DescribeJobs: ({ jobs = [] }, call) => ({
      jobs: jobs.map((jobId) => answerOf<module.JobDetail>(call, 'jobId', jobId, 'ClientException')),
    }),

    RegisterJobDefinition({ jobDefinitionName: name = '', type, containerProperties }, call) {
      const earlier = call.here.jobDefinitions.values().filter(({ jobDefinitionName }) => jobDefinitionName === name);
      const seed = { jobDefinitionName: name, type, containerProperties, revision: earlier.length + 1 };
      const made = jobDefinitions.make(seed as Parameters<typeof jobDefinitions.make>[0], call);
      call.here.jobDefinitions.put(made.jobDefinitionArn ?? '', made);
      return { jobDefinitionName: name, jobDefinitionArn: made.jobDefinitionArn, revision: made.revision };
    },

    /** https://docs.aws.amazon.com/batch/latest/APIReference/API_CreateComputeEnvironment.html */
    CreateComputeEnvironment(input, call) {
      const { here } = call;
      const { computeEnvironmentName: name = '', type, state = 'ENABLED', computeResources } = input;
      if (!NAME.test(name)) throw new AwsError('ClientException', `${name} is not a name of a compute environment`);
      if (here.computeEnvironments.get(name)) throw new AwsError('ClientException', 'Object already exists');
      if (type !== 'MANAGED' || !computeResources) {
        throw new AwsError('ClientException', 'Only MANAGED with computeResources is played by this sandbox');
      }
      const seed = { computeEnvironmentName: name, type, state, computeResources };
      const environment = newComputeEnvironment(seed, call);
      here.computeEnvironments.put(name, environment);
      return { computeEnvironmentName: name, computeEnvironmentArn: environment.computeEnvironmentArn };
    },
  });
}
