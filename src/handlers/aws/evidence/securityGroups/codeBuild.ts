/** CodeBuild as a user: a build starts with the groups, images and machines of its project and fleet. */
import { codeBuild } from '../../calls/codeBuild.ts';
import { batches, listsNames } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** "A list of build project names … Maximum number of 100 items": API_BatchGetProjects, and the same for fleets. */
const NAMES_PER_CALL = 100;

/** A project without a running build counts too: its next build needs all of this. */
export const codeBuildProjects = listingSource({
  name: 'codeBuildProjects',
  users: 'CodeBuild projects, with their buildspecs, variables and Docker servers',
  called: 'CodeBuild projects',
  names: 'texts',
  reads: listsNames(codeBuild.listProjects, 'name', {
    batches: [
      batches(codeBuild.batchGetProjects, {
        most: NAMES_PER_CALL,
        name: ({ name }) => name,
        input: (names) => ({ names }),
        names: ({ name }) => [name],
        missing: ({ projectsNotFound }) => projectsNotFound,
        user: ({ name }) => `CodeBuild project ${name}`,
      }),
    ],
  }),
});

/** The listing answers ARNs. */
export const codeBuildFleets = listingSource({
  name: 'codeBuildFleets',
  users: 'CodeBuild fleets',
  called: 'CodeBuild fleets',
  names: ['image', 'securityGroup'],
  reads: listsNames(codeBuild.listFleets, 'name', {
    batches: [
      batches(codeBuild.batchGetFleets, {
        most: NAMES_PER_CALL,
        name: ({ name }) => name,
        input: (names) => ({ names }),
        names: ({ arn, name }) => [arn, name],
        missing: ({ fleetsNotFound }) => fleetsNotFound,
        user: ({ name }) => `CodeBuild fleet ${name}`,
      }),
    ],
  }),
});
