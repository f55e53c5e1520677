import * as module from '@aws-sdk/client-cloudcontrol';
import { AwsError } from '../collections/errors.ts';
import { type CloudResource, cloudResources } from '../seeds/cloudResourceSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** MaxResults is "Reserved": https://docs.aws.amazon.com/cloudcontrolapi/latest/APIReference/API_ListResources.html */
const listing = listingsOf({
  token: 'NextToken',
  badToken: 'InvalidRequestException',
  limits: { min: 1, max: 100, otherwise: 25 },
});

/** Types that some regions do not have; all others are everywhere. */
const NOT_EVERYWHERE: Readonly<Record<string, RegExp>> = { 'AWS::DeviceFarm::Project': /^us-/ };

export function cloudControl(): Service {
  return service(
    module,
    module.CloudControlClient,
  )({
    ListResources: listing(
      collection(
        ({ here, region }: Call, { TypeName = '', ResourceModel }: module.ListResourcesCommandInput) => {
          if (NOT_EVERYWHERE[TypeName]?.test(region) === false) throw noType(TypeName);
          const parents = Object.entries(ResourceModel === undefined ? {} : (JSON.parse(ResourceModel) as object));
          return here.cloudResources
            .view()
            .filter(({ value }) => value.TypeName === TypeName)
            .filter(({ value: { Properties: has } }) => parents.every(([key, value]) => (has[key] ?? value) === value));
        },
        // "Optionally, it may include the part or all resource's properties": resource-operations-list in its guide.
        ({ Identifier }: CloudResource): module.ResourceDescription => ({ Identifier, Properties: '{}' }),
      ),
      { answer: 'ResourceDescriptions', beside: (_call, { TypeName }) => ({ TypeName }) },
    ),

    GetResource({ TypeName = '', Identifier = '' }, { here }) {
      const found = here.cloudResources.get(`${TypeName} ${Identifier}`);
      const message = `Resource of type '${TypeName}' with identifier '${Identifier}' was not found.`;
      if (!found) throw new AwsError('ResourceNotFoundException', message);
      return { TypeName, ResourceDescription: { Identifier, Properties: JSON.stringify(found.Properties) } };
    },

    CreateResource({ TypeName = '', DesiredState = '{}' }, call) {
      const made = cloudResources.make(
        { TypeName, Properties: JSON.parse(DesiredState) as CloudResource['Properties'] },
        call,
      );
      call.here.cloudResources.put(`${TypeName} ${made.Identifier}`, made);
      return { ProgressEvent: { TypeName, Identifier: made.Identifier, OperationStatus: 'SUCCESS' as const } };
    },
  });
}

function noType(name: string): AwsError {
  return new AwsError('TypeNotFoundException', `The type '${name}' cannot be found.`);
}
