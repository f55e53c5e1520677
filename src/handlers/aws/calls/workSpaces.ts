import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('workspaces');

/** Every call to WorkSpaces. */
export const workSpaces = table(
  {
    service: 'workSpaces',
    load: async () => (await import('@aws-sdk/client-workspaces')).WorkSpaces,
    prefix: 'workspaces',
    reads: RATE,
    writes: RATE,
  },
  { describeWorkspaceDirectories: { effect: 'reads', list: 'Directories', token: 'NextToken' } },
);
