import type * as module from '@aws-sdk/client-sagemaker';
import { AwsError } from '../collections/errors.ts';
import { endpointArn, type ModelEndpoint, modelEndpoints } from '../seeds/modelEndpointSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, type Dialect, listingsOf, rowsOf } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';

/** Endpoints: what is asked for is done at once. */
export function endpointOperations(dialect: Dialect): Handlers<typeof module> {
  const listing = listingsOf(dialect);
  return {
    ListEndpoints: listing(
      collection(
        rowsOf('modelEndpoints'),
        ({ EndpointName, EndpointArn, CreationTime, LastModifiedTime, EndpointStatus }): module.EndpointSummary => ({
          EndpointName,
          EndpointArn,
          CreationTime,
          LastModifiedTime,
          EndpointStatus,
        }),
      ),
      { answer: 'Endpoints' },
    ),
    DescribeEndpoint({ EndpointName = '' }, call) {
      const { ownTags: _, ...described } = existing(EndpointName, call);
      return described as module.DescribeEndpointOutput;
    },
    CreateEndpoint({ EndpointName = '', EndpointConfigName = '', Tags = [] }, call) {
      const { here } = call;
      if (here.modelEndpoints.get(EndpointName))
        throw refusal(`Cannot create already existing endpoint "${endpointArn(EndpointName, call)}".`);
      const config = here.inferenceEndpoints.get(EndpointConfigName);
      const configArn = endpointArn(EndpointConfigName, call).replace(':endpoint/', ':endpoint-config/');
      if (!config) throw refusal(`Could not find endpoint configuration "${configArn}".`);
      const seed = {
        EndpointName,
        EndpointConfigName,
        ProductionVariants: (config.ProductionVariants ?? []).map(({ VariantName, InitialInstanceCount }) => ({
          VariantName,
          CurrentInstanceCount: InitialInstanceCount,
        })),
        tags: Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value])),
      };
      const made = modelEndpoints.make(seed, call);
      here.modelEndpoints.put(EndpointName, made);
      return { EndpointArn: made.EndpointArn };
    },
    /** The words of https://github.com/aws/sagemaker-python-sdk/issues/101 and 1069. */
    DeleteEndpoint({ EndpointName = '' }, call) {
      const { EndpointStatus: status } = existing(EndpointName, call);
      if (status === 'Creating' || status === 'Updating' || status === 'RollingBack' || status === 'SystemUpdating')
        throw refusal(`Cannot update in-progress endpoint "${endpointArn(EndpointName, call)}".`);
      call.here.modelEndpoints.remove(EndpointName);
      return {};
    },

    ListTags: listing(
      collection(
        (call: Call, { ResourceArn = '' }: module.ListTagsInput) =>
          tagged(ResourceArn, call).ownTags.map((value, index) => ({ key: String(index), seq: index, value })),
        ({ Key, Value }) => ({ Key, Value }),
      ),
      { answer: 'Tags' },
    ),
    AddTags({ ResourceArn = '', Tags = [] }, call) {
      const one = tagged(ResourceArn, call);
      const keys = new Set(Tags.map(({ Key }) => Key));
      const ownTags = [...one.ownTags.filter(({ Key }) => !keys.has(Key)), ...Tags];
      call.here.modelEndpoints.put(one.EndpointName ?? '', { ...one, ownTags });
      return { Tags: [...ownTags] };
    },
    DeleteTags({ ResourceArn = '', TagKeys = [] }, call) {
      const one = tagged(ResourceArn, call);
      const ownTags = one.ownTags.filter(({ Key = '' }) => !TagKeys.includes(Key));
      call.here.modelEndpoints.put(one.EndpointName ?? '', { ...one, ownTags });
      return {};
    },
  };
}

function existing(name: string, call: Call): ModelEndpoint {
  const found = call.here.modelEndpoints.get(name);
  if (found) return found;
  throw refusal(`Could not find endpoint "${endpointArn(name, call)}".`);
}

function tagged(arn: string, { here }: Call): ModelEndpoint {
  const found = here.modelEndpoints.values().find(({ EndpointArn }) => EndpointArn === arn);
  if (found) return found;
  throw refusal(`Could not find endpoint "${arn}".`);
}

/** SageMaker has no code of its own for any of these. */
function refusal(message: string): AwsError {
  return new AwsError('ValidationException', message);
}
