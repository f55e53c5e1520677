import type * as module from '@aws-sdk/client-sagemaker';
import { answered, answerOf } from '../store/answers.ts';
import { type Dialect, listingsOf } from '../store/listing.ts';
import type { Handlers } from '../wire/service.ts';

/** What people work in, and what serves and watches endpoints. */
export function servingOperations(dialect: Dialect): Handlers<typeof module> {
  const listing = listingsOf(dialect);
  return {
    ListWorkforces: listing(answered(), { answer: 'Workforces' }),
    ListInferenceComponents: listing(answered(), { answer: 'InferenceComponents' }),
    DescribeInferenceComponent: ({ InferenceComponentName: name }, call) =>
      answerOf<module.DescribeInferenceComponentOutput>(call, 'InferenceComponentName', name, 'ValidationException'),
    ListDataQualityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeDataQualityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeDataQualityJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
    ListModelBiasJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelBiasJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelBiasJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
    ListModelExplainabilityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelExplainabilityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelExplainabilityJobDefinitionResponse>(
        call,
        'JobDefinitionName',
        name,
        'ResourceNotFound',
      ),
    ListModelQualityJobDefinitions: listing(answered(), { answer: 'JobDefinitionSummaries' }),
    DescribeModelQualityJobDefinition: ({ JobDefinitionName: name }, call) =>
      answerOf<module.DescribeModelQualityJobDefinitionResponse>(call, 'JobDefinitionName', name, 'ResourceNotFound'),
  };
}
