import * as module from '@aws-sdk/client-appstream';
import { appBlockBuilders, streamingFleets, streamingImageBuilders } from '../seeds/idleGroupSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/appstream2/latest/APIReference/API_DescribeFleets.html */
const listing = listingsOf({
  token: 'NextToken',
  badToken: 'InvalidParameterCombinationException',
  limits: { min: 1, max: 25, otherwise: 25 },
});

export function appStream(): Service {
  return service(
    module,
    module.AppStreamClient,
  )({
    DescribeAppBlockBuilders: listing(
      collection(rowsOf('appBlockBuilders'), (builder) => builder as module.AppBlockBuilder),
      { answer: 'AppBlockBuilders' },
    ),
    CreateAppBlockBuilder({ Name = '', VpcConfig }, call) {
      const made = appBlockBuilders.make({ Name, VpcConfig }, call);
      call.here.appBlockBuilders.put(Name, made);
      return { AppBlockBuilder: made as module.AppBlockBuilder };
    },

    DescribeFleets: listing(
      collection(rowsOf('streamingFleets'), (fleet) => fleet as module.Fleet),
      { answer: 'Fleets' },
    ),
    CreateFleet({ Name = '', VpcConfig }, call) {
      const made = streamingFleets.make({ Name, VpcConfig }, call);
      call.here.streamingFleets.put(Name, made);
      return { Fleet: made as module.Fleet };
    },

    DescribeImageBuilders: listing(
      collection(rowsOf('streamingImageBuilders'), (builder) => builder as module.ImageBuilder),
      { answer: 'ImageBuilders' },
    ),
    CreateImageBuilder({ Name = '', VpcConfig }, call) {
      const made = streamingImageBuilders.make({ Name, VpcConfig }, call);
      call.here.streamingImageBuilders.put(Name, made);
      return { ImageBuilder: made as module.ImageBuilder };
    },
  });
}
