import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('codebuild');

/** Every call to CodeBuild. The two listings answer names or ARNs; the others take at most 100 of them. */
export const codeBuild = table(
  {
    service: 'codeBuild',
    load: async () => (await import('@aws-sdk/client-codebuild')).CodeBuild,
    prefix: 'codebuild',
    reads: RATE,
    writes: RATE,
  },
  {
    batchGetFleets: { effect: 'reads', list: 'fleets' },
    batchGetProjects: { effect: 'reads', list: 'projects' },
    listFleets: { effect: 'reads', list: 'fleets', token: 'nextToken', page: { maxResults: 100 } },
    listProjects: { effect: 'reads', list: 'projects', token: 'nextToken' },
  },
);
