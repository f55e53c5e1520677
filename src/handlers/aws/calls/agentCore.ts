import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('bedrock-agentcore');
const PAGED = { effect: 'reads', token: 'nextToken' } as const;
const ONE = { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } } as const;

/** Every call to Bedrock AgentCore: https://docs.aws.amazon.com/bedrock-agentcore-control/latest/APIReference/ */
export const agentCore = table(
  {
    service: 'agentCore',
    load: async () => (await import('@aws-sdk/client-bedrock-agentcore-control')).BedrockAgentCoreControl,
    prefix: 'bedrock-agentcore',
    reads: RATE,
    writes: RATE,
  },
  {
    getAgentRuntime: ONE,
    getBrowser: ONE,
    getCapacityProvider: ONE,
    getCodeInterpreter: ONE,
    getGateway: ONE,
    getGatewayTarget: ONE,
    getHarness: ONE,
    listAgentRuntimes: { ...PAGED, list: 'agentRuntimes' },
    listAgentRuntimeVersions: { ...PAGED, ...ONE, list: 'agentRuntimes' },
    /** Those of AWS have nothing of the account in them. */
    listBrowsers: { ...PAGED, list: 'browserSummaries', page: { type: 'CUSTOM' } },
    listCapacityProviders: { ...PAGED, list: 'capacityProviders' },
    listCodeInterpreters: { ...PAGED, list: 'codeInterpreterSummaries', page: { type: 'CUSTOM' } },
    listGateways: { ...PAGED, list: 'items' },
    listGatewayTargets: { ...PAGED, ...ONE, list: 'items' },
    listHarnesses: { ...PAGED, list: 'harnesses' },
  },
);
