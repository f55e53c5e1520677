import type { ComputeEnvironmentDetail, LaunchTemplateSpecification } from '@aws-sdk/client-batch';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { batch as calls } from '../../calls/batch.ts';
import { permissionsOf } from '../../calls/call.ts';
import { call } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { namedIn, templateReference } from './launchReference.ts';

/** What AWS Batch may launch at any time. Images of launch templates that it names are read with all templates. */
export const batch: EvidenceSource = {
  name: 'batch',
  summary: 'AWS Batch compute environments, also disabled ones, by the images and launch templates that they name.',
  permissions: permissionsOf(calls.describeComputeEnvironments),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(environments(target), usesOf);
  },
};

function environments(target: CallScope): AsyncIterable<readonly ComputeEnvironmentDetail[]> {
  const doing: CallContext = {
    target,
    api: calls.describeComputeEnvironments.api,
    what: 'reading Batch compute environments',
  };
  return pagesOf(doing, async (nextToken) => {
    const answer = await call(target, doing.api, async ({ batch }, options) =>
      (await batch).describeComputeEnvironments({ maxResults: 100, nextToken }, options),
    );
    return { items: requireList(answer.computeEnvironments, doing), nextToken: answer.nextToken };
  });
}

/** `imageId` is deprecated in favour of the override of an Ec2Configuration; both are still obeyed. */
function usesOf({ computeEnvironmentName, status, computeResources }: ComputeEnvironmentDetail): readonly Finding[] {
  if (status === 'DELETED') return [];
  const overrides = (computeResources?.ec2Configuration ?? []).map(({ imageIdOverride }) => imageIdOverride);
  const by = `Batch compute environment ${computeEnvironmentName}`;
  const images = [computeResources?.imageId, ...overrides];
  return [
    ...images.flatMap((alias): Finding[] => (alias ? [{ alias, says: 'used', by }] : [])),
    ...templatesOf(by, computeResources?.launchTemplate),
  ];
}

/** Overrides launch some instance types from a template of their own. */
function templatesOf(user: string, launchTemplate: LaunchTemplateSpecification | undefined): readonly Finding[] {
  if (!launchTemplate) return [];
  const { overrides = [] } = launchTemplate;
  const all = [
    [launchTemplate, ''] as const,
    ...overrides.map((override, index) => [override, `override ${index + 1} → `] as const),
  ];
  return all.flatMap(([{ launchTemplateId, launchTemplateName, version }, via]) =>
    namedIn(
      user,
      templateReference(
        user,
        {
          LaunchTemplateId: launchTemplateId,
          LaunchTemplateName: launchTemplateName,
          Version: version,
        },
        via,
      ),
    ),
  );
}
