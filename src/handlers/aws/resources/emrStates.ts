import type { ClusterState } from '@aws-sdk/client-emr';

/**
 * The states in which a cluster may launch: https://docs.aws.amazon.com/emr/latest/APIReference/API_ListClusters.html.
 * The two terminated states are omitted: such clusters never launch again, and AWS lists thousands of them, 50 a call.
 */
export const MAY_LAUNCH: readonly ClusterState[] = ['STARTING', 'BOOTSTRAPPING', 'RUNNING', 'WAITING', 'TERMINATING'];
