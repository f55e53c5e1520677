/** EMR: what its clusters and applications start with. */
import { emrServerless } from '../../calls/emrServerless.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A stopped application starts with the next job, with these groups and this image. */
export const emrServerlessApplications = listingSource({
  name: 'emrServerlessApplications',
  users: 'Applications of EMR Serverless in every state',
  called: 'EMR Serverless applications',
  names: ['containerImage', 'securityGroup'],
  reads: lists(emrServerless.listApplications, {
    each: [
      describes(emrServerless.getApplication, {
        by: { applicationId: 'id' },
        has: 'application',
        part: ({ application }) => application,
        user: ({ id, name, state }) => `EMR Serverless application ${name ?? id} (${state ?? 'state not known'})`,
      }),
    ],
  }),
});
