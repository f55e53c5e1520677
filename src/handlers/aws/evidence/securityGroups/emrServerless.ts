import { emrServerless } from '../../calls/emrServerless.ts';
import { describedSource } from './describedSource.ts';

/** A stopped application starts with the next job, and takes these groups for its workers. */
export const emrServerlessApplications = describedSource({
  name: 'emrServerlessApplications',
  summary: 'Applications of EMR Serverless in every state, in every account, by their security groups.',
  lists: emrServerless.listApplications,
  describes: emrServerless.getApplication,
  what: 'reading the security groups of EMR Serverless applications',
  by: { applicationId: 'id' },
  has: 'application',
  user: ({ id, name, state }) => `EMR Serverless application ${name ?? id} (${state ?? 'state not known'})`,
});
