import type { ServiceSummary } from '@aws-sdk/client-apprunner';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { appRunner } from '../../calls/appRunner.ts';
import { permissionsOf } from '../../calls/call.ts';
import { provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { usesOfImage } from './usesOfImage.ts';

const WHAT = 'reading the images of App Runner services';

/** https://docs.aws.amazon.com/general/latest/gr/apprunner.html: anywhere else its host has no address. */
const WITHOUT =
  /^(?:us-west-1|ap-(?:east|northeast-[23]|south-2|southeast-[3-9])|(?:ca|sa|mx|af|il|me|cn)-|us-(?:gov|iso)|eu-(?:north|south|central-2|isoe)|eusc-)/;

/** Regions that this version does not know may have it. */
export function mayHaveAppRunner(region: string): boolean {
  return !WITHOUT.test(region);
}

/** A paused service counts: a user may resume it at any time. */
export const appRunnerImages: Omit<EvidenceSource, 'places'> = {
  name: 'appRunnerImages',
  summary: 'Images of App Runner services that are not deleted, also of paused ones.',
  permissions: permissionsOf(appRunner.describeService, appRunner.listServices),
  per: 'location',
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(pages(target, appRunner.listServices, WHAT), (service) => usesOf(target, service));
  },
};

async function usesOf(
  target: CallScope,
  { ServiceArn: arn, ServiceName: name, Status }: ServiceSummary,
): Promise<readonly Finding[]> {
  if (Status === 'DELETED') return [];
  const ServiceArn = requirePart(arn || undefined, 'ARN', { target, api: appRunner.listServices.api, what: WHAT });
  try {
    const { Service } = await read(target, appRunner.describeService, WHAT, { ServiceArn });
    const { SourceConfiguration: source } = requirePart(Service, 'service', {
      target,
      api: appRunner.describeService.api,
      what: WHAT,
    });
    const by = `App Runner service ${name ?? ServiceArn} (${Status ?? 'state not known'})`;
    return usesOfImage(source?.ImageRepository?.ImageIdentifier, by);
  } catch (error) {
    // It was deleted after the listing.
    if (saysNotFound(error)) return [];
    throw error;
  }
}
