import type { Distribution, DistributionConfiguration } from '@aws-sdk/client-imagebuilder';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { imageBuilder } from '../../calls/imageBuilder.ts';
import { templateAlias } from '../../resources/launchAliases.ts';
import { everyLocation, provenReader } from '../../wire/places.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { namedIn, templateReference } from '../launches/launchReference.ts';

/**
 * A distribution creates a new version of the templates that it names, in any account and region:
 * https://docs.aws.amazon.com/imagebuilder/latest/APIReference/API_LaunchTemplateConfiguration.html
 * A template name counts in every region, because this can only keep.
 */
export const imageDistributions: EvidenceSource = {
  name: 'imageDistributions',
  summary:
    'Distribution configurations of EC2 Image Builder, by the launch templates to which they add images, and those of fast launch.',
  permissions: permissionsOf(imageBuilder.getDistributionConfiguration, imageBuilder.listDistributionConfigurations),
  per: 'location',
  affectsOtherAccounts: true,
  places: everyLocation,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    // The listing does not contain the distributions of a configuration.
    const call = imageBuilder.getDistributionConfiguration;
    const what = 'reading Image Builder distribution configurations';
    return findInPages(pages(target, imageBuilder.listDistributionConfigurations, what), async ({ arn }) => {
      if (!arn) throw malformed('an Image Builder distribution configuration came without its ARN');
      const operation = { target, api: call.api, what: `reading the Image Builder distribution configuration ${arn}` };
      const answer = await read(target, call, operation.what, { distributionConfigurationArn: arn });
      return usesOf(arn, requirePart(answer.distributionConfiguration, 'configuration', operation));
    });
  },
};

function usesOf(arn: string, { distributions }: DistributionConfiguration): readonly Finding[] {
  if (!distributions) throw malformed(`Image Builder distribution configuration ${arn} came without distributions`);
  const user = `Image Builder distribution configuration ${arn}`;
  return distributions.flatMap((distribution) => [
    ...fed(user, distribution),
    ...(distribution.fastLaunchConfigurations ?? []).flatMap(({ launchTemplate }) => {
      if (!launchTemplate) return [];
      const { launchTemplateId, launchTemplateName, launchTemplateVersion } = launchTemplate;
      const named = { LaunchTemplateId: launchTemplateId, LaunchTemplateName: launchTemplateName };
      return namedIn(
        user,
        templateReference(user, { ...named, Version: launchTemplateVersion }, { via: 'fast launch → ' }),
      );
    }),
  ]);
}

function fed(user: string, { region, launchTemplateConfigurations = [] }: Distribution): readonly Finding[] {
  return launchTemplateConfigurations.map(({ launchTemplateId }) => {
    const alias = launchTemplateId && templateAlias({ id: launchTemplateId });
    if (!alias) throw malformed(`${user} names a launch template without id`);
    return { alias, says: 'used', by: `${user} (to ${region})` };
  });
}

function malformed(message: string): ReadError {
  return new ReadError(message, { problem: 'malformed' });
}
