/** Bedrock AgentCore: what its sessions and its gateways start with. */
import { agentCore } from '../../calls/agentCore.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** An endpoint may serve an old version, and each session pulls the image anew; a version never changes. */
export const agentRuntimes = listingSource({
  name: 'agentRuntimes',
  users: 'Agent runtimes of Bedrock AgentCore, in all versions',
  called: 'agent runtimes of Bedrock AgentCore',
  names: ['containerImage', 'fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(agentCore.listAgentRuntimes, {
    each: [
      lists(agentCore.listAgentRuntimeVersions, {
        by: { agentRuntimeId: 'agentRuntimeId' },
        each: [
          describes(agentCore.getAgentRuntime, {
            by: { agentRuntimeId: 'agentRuntimeId', agentRuntimeVersion: 'agentRuntimeVersion' },
            has: 'agentRuntimeArn',
            user: ({ agentRuntimeName, agentRuntimeVersion }) =>
              `version ${agentRuntimeVersion} of agent runtime ${agentRuntimeName}`,
          }),
        ],
      }),
    ],
  }),
});

/** The next session runs in these groups. */
export const agentBrowsers = listingSource({
  name: 'agentBrowsers',
  users: 'Browsers of Bedrock AgentCore',
  called: 'browsers of Bedrock AgentCore',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(agentCore.listBrowsers, {
    each: [
      describes(agentCore.getBrowser, {
        by: { browserId: 'browserId' },
        has: 'browserId',
        user: ({ name, browserId }) => `AgentCore browser ${name ?? browserId}`,
      }),
    ],
  }),
});

/** The next session runs in these groups. */
export const agentInterpreters = listingSource({
  name: 'agentInterpreters',
  users: 'Code interpreters of Bedrock AgentCore',
  called: 'code interpreters of Bedrock AgentCore',
  names: ['fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(agentCore.listCodeInterpreters, {
    each: [
      describes(agentCore.getCodeInterpreter, {
        by: { codeInterpreterId: 'codeInterpreterId' },
        has: 'codeInterpreterId',
        user: ({ name, codeInterpreterId }) => `AgentCore code interpreter ${name ?? codeInterpreterId}`,
      }),
    ],
  }),
});

/** It sends requests to servers, also by a private endpoint with groups of its own. */
export const agentGateways = listingSource({
  name: 'agentGateways',
  users: 'Gateways of Bedrock AgentCore, with their targets',
  called: 'gateways of Bedrock AgentCore',
  names: ['elasticIp', 'loadBalancer', 'loadBalancerV2', 'securityGroup'],
  reads: lists(agentCore.listGateways, {
    each: [
      describes(agentCore.getGateway, {
        by: { gatewayIdentifier: 'gatewayId' },
        has: 'gatewayId',
        user: ({ name, gatewayId }) => `AgentCore gateway ${name ?? gatewayId}`,
      }),
      lists(agentCore.listGatewayTargets, {
        by: { gatewayIdentifier: 'gatewayId' },
        each: [
          describes(agentCore.getGatewayTarget, {
            by: { gatewayIdentifier: 'gatewayId', targetId: 'targetId' },
            has: 'targetId',
            user: ({ name, gatewayId }) => `target ${name} of AgentCore gateway ${gatewayId}`,
          }),
        ],
      }),
    ],
  }),
});

/** Each session pulls the image, and runs in these groups. */
export const agentHarnesses = listingSource({
  name: 'agentHarnesses',
  users: 'Harnesses of Bedrock AgentCore',
  called: 'harnesses of Bedrock AgentCore',
  names: ['containerImage', 'fileSystem', 'securityGroup', 'vpcEndpoint'],
  reads: lists(agentCore.listHarnesses, {
    each: [
      describes(agentCore.getHarness, {
        by: { harnessId: 'harnessId' },
        has: 'harness',
        part: ({ harness }) => harness,
        user: ({ harnessName, harnessId }) => `AgentCore harness ${harnessName ?? harnessId}`,
      }),
    ],
  }),
});

/** Each new instance has these groups, and fills its volumes from these snapshots. */
export const agentCapacity = listingSource({
  name: 'agentCapacity',
  users: 'Capacity providers of Bedrock AgentCore',
  called: 'capacity providers of Bedrock AgentCore',
  names: ['securityGroup', 'snapshot', 'vpcEndpoint'],
  reads: lists(agentCore.listCapacityProviders, {
    each: [
      describes(agentCore.getCapacityProvider, {
        by: { capacityProviderId: 'capacityProviderId' },
        has: 'capacityProviderId',
        user: ({ name, capacityProviderId }) => `AgentCore capacity provider ${name ?? capacityProviderId}`,
      }),
    ],
  }),
});
