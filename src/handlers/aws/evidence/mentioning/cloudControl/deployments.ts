/** What builds, deploys and starts by itself, with an input that people write, read as types of Cloud Control. */
import { ReadError } from '../../../../../core/common/errors.ts';
import { ecrHost } from '../../../resources/ecrHost.ts';
import type { CallScope } from '../../../wire/target.ts';
import { controlled } from '../../listings/controlled.ts';
import { REGIONS } from '../../listings/serviceRegions.ts';

/** A pipeline as its type has it, as far as an action may name an image in two members. */
interface Pipeline {
  /** Every pipeline has one: that of an action which names none. */
  readonly RoleArn?: string;
  readonly Stages?: readonly { readonly Actions?: readonly Action[] }[];
}

interface Action {
  readonly ActionTypeId?: { readonly Provider?: string };
  readonly Configuration?: Readonly<Record<string, unknown>>;
  readonly Region?: string;
  readonly RoleArn?: string;
}

/**
 * Images that actions name by repository and tag: a source in ECR, and what looks for weak points in an image. "If a value for
 * ImageTag is not specified, the value defaults to latest": https://docs.aws.amazon.com/codepipeline/latest/userguide/action-reference-ECR.html.
 * The registry is that of the account whose role the action takes.
 */
function meaningOf(properties: unknown, { region }: CallScope): object {
  const { RoleArn: ownRole, Stages = [] } = properties as Pipeline;
  const actions = Stages.flatMap(({ Actions = [] }) => Actions);
  const images = actions.flatMap((action) => {
    const { ActionTypeId, Configuration = {}, Region = region, RoleArn = ownRole } = action;
    const repository = Configuration.RepositoryName ?? Configuration.ECRRepositoryName;
    // Its repositories are of Git.
    if (typeof repository !== 'string' || ActionTypeId?.Provider === 'CodeCommit') return [];
    const tag = Configuration.ImageTag ?? Configuration.ECRImageTag ?? 'latest';
    const [, owner] = /:(\d{12}):role\//.exec(RoleArn ?? '') ?? [];
    if (owner === undefined)
      throw new ReadError(`an action in ECR of a pipeline came without a role`, { problem: 'malformed' });
    return [`${ecrHost(owner, Region)}/${repository}:${String(tag)}`];
  });
  // As maps of people's own, and no member of AWS.
  return { images, parameters: actions.flatMap(({ Configuration }) => Configuration ?? []) };
}

/** People write the configuration of an action: the input of a function, parameters of a stack, variables of a build, an image. */
export const codePipelines = controlled({
  name: 'codePipelines',
  type: 'AWS::CodePipeline::Pipeline',
  users: 'Pipelines of CodePipeline, by the configuration of their actions',
  user: 'pipeline of CodePipeline',
  names: ['containerImage', 'texts'],
  meaning: meaningOf,
  rights: [
    'codepipeline:GetPipeline',
    'codepipeline:GetPipelineState',
    'codepipeline:ListPipelines',
    'codepipeline:ListTagsForResource',
  ],
  regions: REGIONS.codePipeline,
});

/** It pulls the images again whenever it starts a container, also from a private registry. */
export const lightsailContainers = controlled({
  name: 'lightsailContainers',
  type: 'AWS::Lightsail::Container',
  users: 'Container services of Lightsail, also disabled ones',
  user: 'Lightsail container service',
  names: ['containerImage', 'texts'],
  rights: ['lightsail:GetContainerServices'],
  regions: REGIONS.lightsail,
});

/** A pipeline of its workspace starts the container again and again. */
export const siteWiseTasks = controlled({
  name: 'siteWiseTasks',
  type: 'AWS::IoTSiteWise::Task',
  users: 'Tasks of IoT SiteWise',
  user: 'IoT SiteWise task',
  names: ['containerImage', 'texts'],
  under: { type: 'AWS::IoTSiteWise::Workspace' },
  // https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsiotsitewise.html: `…:workspace/NAME`
  model: (arn) => ({ WorkspaceName: arn.split('/').at(-1) }),
  rights: [
    'iotsitewise:DescribeTask',
    'iotsitewise:ListTagsForResource',
    'iotsitewise:ListTasks',
    'iotsitewise:ListWorkspaces',
  ],
  regions: REGIONS.siteWiseTasks,
});

/** Anybody may start an experiment of it at any time; its actions run documents of Systems Manager with what people wrote. */
export const experimentTemplates = controlled({
  name: 'experimentTemplates',
  type: 'AWS::FIS::ExperimentTemplate',
  users: 'Experiment templates of Fault Injection Service, by their targets and the parameters of their actions',
  user: 'experiment template',
  names: ['texts'],
  rights: ['fis:GetExperimentTemplate', 'fis:ListExperimentTemplates', 'fis:ListTagsForResource'],
  regions: REGIONS.faultInjection,
});

/** An incident starts its runbook, with parameters that people wrote. Incident Manager makes its role with the replication set. */
export const responsePlans = controlled({
  name: 'responsePlans',
  type: 'AWS::SSMIncidents::ResponsePlan',
  users: 'Response plans of Incident Manager, by the parameters of their runbooks',
  user: 'response plan of Incident Manager',
  names: ['texts'],
  rights: ['ssm-incidents:GetResponsePlan', 'ssm-incidents:ListResponsePlans', 'ssm-incidents:ListTagsForResource'],
  // https://docs.aws.amazon.com/incident-manager/latest/userguide/using-service-linked-roles.html
  role: '/aws-service-role/ssm-incidents.amazonaws.com/',
  regions: REGIONS.incidentManager,
});
