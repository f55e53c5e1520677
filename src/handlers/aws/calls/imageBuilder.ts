import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('imagebuilder');
/** https://docs.aws.amazon.com/imagebuilder/latest/APIReference/: maxResults of every listing. */
const PAGE = { maxResults: 25 } as const;
const OWN = { ...PAGE, owner: 'Self' } as const;

/** Every call to EC2 Image Builder. */
export const imageBuilder = table(
  {
    service: 'imageBuilder',
    load: async () => (await import('@aws-sdk/client-imagebuilder')).Imagebuilder,
    prefix: 'imagebuilder',
    reads: RATE,
    writes: RATE,
  },
  {
    getComponent: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    getContainerRecipe: { effect: 'reads' },
    getDistributionConfiguration: { effect: 'reads' },
    getImageRecipe: { effect: 'reads' },
    getInfrastructureConfiguration: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    getWorkflow: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listComponentBuildVersions: { effect: 'reads', list: 'componentSummaryList', token: 'nextToken', page: PAGE },
    listComponents: { effect: 'reads', list: 'componentVersionList', token: 'nextToken', page: OWN },
    listContainerRecipes: { effect: 'reads', list: 'containerRecipeSummaryList', token: 'nextToken', page: OWN },
    listDistributionConfigurations: {
      effect: 'reads',
      list: 'distributionConfigurationSummaryList',
      token: 'nextToken',
      page: PAGE,
    },
    listImageBuildVersions: { effect: 'reads', list: 'imageSummaryList', token: 'nextToken', page: PAGE },
    listImageRecipes: { effect: 'reads', list: 'imageRecipeSummaryList', token: 'nextToken', page: OWN },
    listInfrastructureConfigurations: {
      effect: 'reads',
      list: 'infrastructureConfigurationSummaryList',
      token: 'nextToken',
      page: PAGE,
    },
    /** Includes deprecated images: a recipe may still be based on one. */
    listImages: {
      effect: 'reads',
      list: 'imageVersionList',
      token: 'nextToken',
      page: { ...OWN, includeDeprecated: true },
    },
    listWorkflowBuildVersions: { effect: 'reads', list: 'workflowSummaryList', token: 'nextToken', page: PAGE },
    listWorkflows: { effect: 'reads', list: 'workflowVersionList', token: 'nextToken', page: OWN },
  },
);
