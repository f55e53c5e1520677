import { MODEL_ENDPOINT_KEPT, MODEL_ENDPOINT_USERS, modelEndpoints } from '../support/graph/modelEndpoints.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

let made = 0;

/** Older than its use is measured for by default, and each from another second. */
function old() {
  made += 1;
  return { CreationTime: new Date(Date.now() - 100 * 86_400_000 + 1000 * made) };
}

export const modelEndpoint: Kit = {
  type: 'modelEndpoint',
  make: (control, place, count) => control.addModelEndpoints(place, times(count, old)),
  tagged: (control, place, tags) => control.addModelEndpoints(place, [{ ...old(), tags }])[0] ?? '',
  othersMayUse: true,
  users: usersOf(modelEndpoints, {
    nodes: [...MODEL_ENDPOINT_USERS.map(() => 'plain' as const), ...MODEL_ENDPOINT_KEPT],
    users: MODEL_ENDPOINT_USERS.map((user, to) => ({ user, to })),
  }),
  listing: { call: 'sagemaker:ListEndpoints', size: 100, asks: { MaxResults: 100 } },
  reads: { call: 'sagemaker:DescribeEndpoint' },
  named: {
    make: (control, place, EndpointName) => {
      control.addModelEndpoints(place, [{ ...old(), EndpointName }]);
    },
    size: 1,
  },
  deleting: {
    call: 'sagemaker:DeleteEndpoint',
    bucket: 'sagemaker:*',
    input: (EndpointName) => ({ EndpointName }),
    done: 'accepted',
    dryRun: false,
  },
};
