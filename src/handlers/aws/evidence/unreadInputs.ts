/**
 * Texts that people write in services of AWS and that no source reads: what they are, what breaks if a resource goes that only they
 * name, and the services. Written by `npm run users -- --write` from test/support/users/inputs.tsv.
 */
export const UNREAD_INPUTS: readonly (readonly [what: string, breaks: string, services: string])[] = [
  ['attributes of services of Cloud Map', 'programs that read them lose what they name', 'servicediscovery'],
  ['component recipes of IoT Greengrass', 'devices cannot pull their images again', 'greengrassv2'],
  ['definitions of IoT Greengrass V1', 'devices cannot use what they name', 'greengrass'],
  ['definitions of mainframe applications', 'the next start fails', 'm2'],
  ['documents of jobs and commands for devices', 'a device cannot use what they name', 'iot, iot-jobs-data-plane'],
  ['endpoints from which a dashboard lets people in', 'nobody reaches it', 'quicksight'],
  ['endpoints in network policies of OpenSearch Serverless', 'nobody reaches the collection', 'opensearchserverless'],
  ['input of calls by event buses of the second version', 'the call fails', 'eventbridgev2'],
  ['input of the hooks of deployments', 'a hook that names a resource only there loses it', 'ecs'],
  ['input of workflows that still run', 'they do not find what they were given to work on', 'lambda, sfn, ssm, swf'],
  [
    'job templates of EMR on EKS',
    'the next job of one loses what it names; endpoints are read by emrEndpoints',
    'emr-containers',
  ],
  ['parameters of baselines, controls and landing zones', 'their next run fails', 'controltower'],
  ['parameters of blueprints', 'the next environment fails', 'datazone'],
  ['parameters of extensions and treatments of AppConfig', 'programs that read them lose what they name', 'appconfig'],
  ['products of Service Catalog that nobody launched yet', 'their first launch fails', 'service-catalog'],
  ['requests for a change at a later time', 'their runbook fails', 'ssm'],
  [
    'scripts that people keep for notebooks, studios and farms',
    'a script that names a resource only there fails',
    'deadline, sagemaker',
  ],
  ['specifications of Proton', 'the next deployment fails', 'proton'],
  ['templates of resolvers of AppSync', 'a resolver that names a table only there fails', 'appsync'],
  [
    'variables and options of containers and jobs',
    'a program that names a resource only there loses it',
    'bedrock-agentcore-control, cleanroomsml, deadline, emr, gameliftstreams, iotsitewise, kafkaconnect, lambda-microvms, lambda-web, mwaa-serverless, omics, pcs, sagemaker',
  ],
  ['variables of custom actions in chat', 'the action fails', 'chatbot'],
  ['what Amplify gives branches that do not exist yet', 'their builds fail', 'amplify'],
  ['what functions of S3 Object Lambda are given', 'the function loses what it names', 's3-control'],
  ['what restore tests are given', 'the next test fails', 'backup'],
  [
    'what steps of SageMaker pipelines name beside images and groups, which modelPipelines reads',
    'the step fails',
    'sagemaker',
  ],
];
