import * as module from '@aws-sdk/client-codebuild';
import { AwsError } from '../collections/errors.ts';
import { codeBuildProjects } from '../seeds/groupNamerSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/codebuild/latest/APIReference/API_ListFleets.html; ListProjects chooses 100 itself. */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'InvalidInputException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'InvalidInputException',
});
/** "Maximum number of 100 items": API_BatchGetProjects and API_BatchGetFleets. */
const MOST_NAMES = 100;

export function codeBuild(): Service {
  return service(
    module,
    module.CodeBuildClient,
  )({
    ListProjects: listing(
      collection(rowsOf('codeBuildProjects'), ({ name = '' }) => name),
      { answer: 'projects' },
    ),

    BatchGetProjects({ names = [] }, { here }) {
      refuseMany(names);
      return {
        projects: names.flatMap((name) => here.codeBuildProjects.get(name) ?? []),
        projectsNotFound: names.filter((name) => !here.codeBuildProjects.get(name)),
      };
    },

    CreateProject({ name = '', ...given }, call) {
      if (call.here.codeBuildProjects.get(name)) {
        throw new AwsError('ResourceAlreadyExistsException', `Project already exists: ${name}`);
      }
      const project = codeBuildProjects.make({ ...(given as object), name }, call);
      call.here.codeBuildProjects.put(name, project);
      return { project };
    },

    ListFleets: listing(
      collection(rowsOf('codeBuildFleets'), ({ arn = '' }) => arn),
      { answer: 'fleets' },
    ),

    BatchGetFleets({ names = [] }, { here }) {
      refuseMany(names);
      return {
        fleets: names.flatMap((arn) => here.codeBuildFleets.get(arn) ?? []),
        fleetsNotFound: names.filter((arn) => !here.codeBuildFleets.get(arn)),
      };
    },
  });
}

function refuseMany(names: readonly string[]): void {
  if (names.length === 0 || names.length > MOST_NAMES) {
    throw new AwsError('InvalidInputException', `names must be 1 to ${MOST_NAMES} items, not ${names.length}`);
  }
}
