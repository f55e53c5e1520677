import * as module from '@aws-sdk/client-bedrock-agentcore-control';
import { answered, answerOf } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  token: 'nextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
});

export function agentCore(): Service {
  return service(
    module,
    module.BedrockAgentCoreControlClient,
  )({
    ListAgentRuntimes: listing(answered(), { answer: 'agentRuntimes' }),
    ListAgentRuntimeVersions: listing(answered('agentRuntimeId'), { answer: 'agentRuntimes' }),
    ListBrowsers: listing(answered(), { answer: 'browserSummaries' }),
    ListCapacityProviders: listing(answered(), { answer: 'capacityProviders' }),
    ListCodeInterpreters: listing(answered(), { answer: 'codeInterpreterSummaries' }),
    ListGateways: listing(answered(), { answer: 'items' }),
    ListGatewayTargets: listing(answered(), { answer: 'items' }),
    ListHarnesses: listing(answered(), { answer: 'harnesses' }),
    GetAgentRuntime: ({ agentRuntimeId: id }, call) =>
      answerOf<module.GetAgentRuntimeCommandOutput>(call, 'agentRuntimeId', id),
    GetBrowser: ({ browserId: id }, call) => answerOf<module.GetBrowserCommandOutput>(call, 'browserId', id),
    GetCapacityProvider: ({ capacityProviderId: id }, call) =>
      answerOf<module.GetCapacityProviderCommandOutput>(call, 'capacityProviderId', id),
    GetCodeInterpreter: ({ codeInterpreterId: id }, call) =>
      answerOf<module.GetCodeInterpreterCommandOutput>(call, 'codeInterpreterId', id),
    GetGatewayTarget: ({ targetId: id }, call) => answerOf<module.GetGatewayTargetCommandOutput>(call, 'targetId', id),
    GetGateway: ({ gatewayIdentifier: id }, call) => answerOf<module.GetGatewayCommandOutput>(call, 'gatewayId', id),
    GetHarness: ({ harnessId: id }, call) => ({ harness: answerOf<module.Harness>(call, 'harnessId', id) }),
  });
}
