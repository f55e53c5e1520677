/** What builds and deploys: CodeBuild, CodeDeploy and EC2 Image Builder. */
import { codeBuild } from '../../calls/codeBuild.ts';
import { codeDeploy } from '../../calls/codeDeploy.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import { batches } from '../listings/batches.ts';
import { describes, lists, listsNames } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** "A list of build project names … Maximum number of 100 items": API_BatchGetProjects, and the same for fleets and deployment groups. */
const NAMES_PER_CALL = 100;

/** A project without a running build counts too: its next build needs all of this. */
export const codeBuildProjects = listingSource({
  name: 'codeBuildProjects',
  earlier: ['codeBuildImages'],
  users: 'CodeBuild projects, with their buildspecs, variables and Docker servers',
  asksAbroad: true,
  called: 'CodeBuild projects',
  names: ['containerImage', 'fileSystem', 'logGroup', 'securityGroup', 'texts', 'vpcEndpoint'],
  reads: listsNames(codeBuild.listProjects, 'name', {
    batches: [
      batches(codeBuild.batchGetProjects, {
        most: NAMES_PER_CALL,
        name: ({ name }) => name,
        input: (names) => ({ names }),
        names: ({ name }) => [name],
        missing: ({ projectsNotFound }) => projectsNotFound,
        // A member that is called `groupName` is that of a security group elsewhere.
        part: (project) => ({ ...project, logGroup: project.logsConfig?.cloudWatchLogs?.groupName }),
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
  names: ['image', 'securityGroup', 'vpcEndpoint'],
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

/** The next build starts from this image. */
export const containerRecipes = listingSource({
  name: 'containerRecipes',
  earlier: ['recipeBlockDevices'],
  users: 'Container recipes of EC2 Image Builder, in all versions',
  called: 'container recipes of Image Builder',
  names: ['containerImage', 'snapshot'],
  reads: lists(imageBuilder.listContainerRecipes, {
    each: [
      describes(imageBuilder.getContainerRecipe, {
        by: { containerRecipeArn: 'arn' },
        has: 'containerRecipe',
        part: ({ containerRecipe }) => containerRecipe,
        user: ({ name }) => `container recipe ${name} of Image Builder`,
      }),
    ],
  }),
});

/** The listing has no block devices. */
export const imageRecipes = listingSource({
  name: 'imageRecipes',
  earlier: ['recipeBlockDevices'],
  users: 'Image recipes of EC2 Image Builder, in all versions, with the block devices that they build with',
  called: 'image recipes of Image Builder',
  names: ['snapshot'],
  reads: lists(imageBuilder.listImageRecipes, {
    each: [
      describes(imageBuilder.getImageRecipe, {
        by: { imageRecipeArn: 'arn' },
        has: 'imageRecipe',
        part: ({ imageRecipe }) => imageRecipe,
        user: ({ arn }) => `Image Builder recipe ${arn}`,
      }),
    ],
  }),
});

/** A text of commands, for each build of each version: the next image is made with them, and may have images preloaded. */
export const imageComponents = listingSource({
  name: 'imageComponents',
  users: 'Components of EC2 Image Builder, in all versions',
  called: 'components of Image Builder',
  names: ['containerImage', 'texts'],
  reads: lists(imageBuilder.listComponents, {
    each: [
      lists(imageBuilder.listComponentBuildVersions, {
        by: { componentVersionArn: 'arn' },
        each: [
          describes(imageBuilder.getComponent, {
            by: { componentBuildVersionArn: 'arn' },
            has: 'component',
            part: ({ component }) => component,
            user: ({ arn }) => `component ${arn} of Image Builder`,
          }),
        ],
      }),
    ],
  }),
});

/** The same of the steps of a build. */
export const imageWorkflows = listingSource({
  name: 'imageWorkflows',
  users: 'Workflows of EC2 Image Builder, in all versions',
  called: 'workflows of Image Builder',
  names: ['texts'],
  reads: lists(imageBuilder.listWorkflows, {
    each: [
      lists(imageBuilder.listWorkflowBuildVersions, {
        by: { workflowVersionArn: 'arn' },
        each: [
          describes(imageBuilder.getWorkflow, {
            by: { workflowBuildVersionArn: 'arn' },
            has: 'workflow',
            part: ({ workflow }) => workflow,
            user: ({ arn }) => `workflow ${arn} of Image Builder`,
          }),
        ],
      }),
    ],
  }),
});

/** CodeDeploy hangs a hook on each group, and deploys to whatever the group launches next. */
export const deploymentGroups = listingSource({
  name: 'deploymentGroups',
  earlier: ['codeDeployGroups'],
  users: 'Deployment groups of CodeDeploy',
  called: 'deployment groups of CodeDeploy',
  names: ['autoScalingGroup', 'loadBalancer', 'loadBalancerV2', 'targetGroup'],
  reads: listsNames(codeDeploy.listApplications, 'applicationName', {
    each: [
      listsNames(codeDeploy.listDeploymentGroups, 'group', {
        by: { applicationName: 'applicationName' },
        batches: [
          batches(codeDeploy.batchGetDeploymentGroups, {
            most: NAMES_PER_CALL,
            name: ({ group }) => group,
            input: (deploymentGroupNames, { applicationName }) => ({ applicationName, deploymentGroupNames }),
            names: ({ deploymentGroupName }) => [deploymentGroupName],
            why: ({ errorMessage }) => errorMessage,
            user: ({ deploymentGroupName, applicationName }) =>
              `deployment group ${deploymentGroupName} of CodeDeploy application ${applicationName}`,
          }),
        ],
      }),
    ],
  }),
});

/** The next build starts its instance with these groups. */
export const imageInfrastructures = listingSource({
  name: 'imageInfrastructures',
  users: 'Infrastructure configurations of EC2 Image Builder',
  called: 'infrastructure configurations',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(imageBuilder.listInfrastructureConfigurations, {
    each: [
      describes(imageBuilder.getInfrastructureConfiguration, {
        by: { infrastructureConfigurationArn: 'arn' },
        has: 'infrastructureConfiguration',
        user: ({ arn, name }) => `infrastructure configuration ${name ?? arn} of Image Builder`,
      }),
    ],
  }),
});
