import { imageBuilder } from '../../calls/imageBuilder.ts';
import { describedSource } from './describedSource.ts';

/** The next build starts its instance with these groups. */
export const imageInfrastructures = describedSource({
  name: 'imageInfrastructures',
  summary: 'Infrastructure configurations of EC2 Image Builder, in every account, by their security groups.',
  lists: imageBuilder.listInfrastructureConfigurations,
  describes: imageBuilder.getInfrastructureConfiguration,
  what: 'reading the security groups of infrastructure configurations',
  by: { infrastructureConfigurationArn: 'arn' },
  has: 'infrastructureConfiguration',
  user: ({ arn, name }) => `infrastructure configuration ${name ?? arn} of Image Builder`,
});
