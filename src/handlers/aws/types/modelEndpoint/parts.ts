/** What an endpoint is made of: its configuration and its models, which stay, and without which there is no way back. */
import type { DescribeEndpointConfigOutput, DescribeModelOutput } from '@aws-sdk/client-sagemaker';
import { ReadError } from '../../../../core/common/errors.ts';
import { sageMaker } from '../../calls/sageMaker.ts';
import type { DescribedEndpoint, EndpointFacts } from '../../resources/modelEndpoint.ts';
import { unlessGone } from '../../wire/readError.ts';
import { read } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** @throws ReadError, also if a part is gone: nothing could be made of the rest */
export async function readParts(target: CallScope, one: EndpointFacts): Promise<DescribedEndpoint> {
  const { EndpointName: name, EndpointConfigName: configName = '' } = one.endpoint;
  const config = await readConfig(target, configName);
  if (!config) throw missing(`${name} is made of the endpoint configuration ${configName}`);
  const what = `reading the endpoint configuration ${configName}`;
  const context = { target, what, api: sageMaker.describeEndpointConfig.api };
  const variants = requireList(config.ProductionVariants, context);
  const models: Partial<DescribeModelOutput>[] = [];
  for (const modelName of new Set(variants.flatMap(({ ModelName }) => ModelName || []))) {
    const model = await readModel(target, modelName);
    if (!model) throw missing(`${name} is made of the model ${modelName}`);
    models.push(model);
  }
  return { ...one, config, models };
}

function missing(sentence: string): ReadError {
  return new ReadError(`${sentence}, which is gone: without it there is no way back`, { problem: 'failed' });
}

/** @returns `undefined`: AWS says that it does not exist @throws ReadError */
export async function readConfig(
  target: CallScope,
  EndpointConfigName: string,
): Promise<Partial<DescribeEndpointConfigOutput> | undefined> {
  const what = `reading the endpoint configuration ${EndpointConfigName}`;
  const answer = await unlessGone(read(target, sageMaker.describeEndpointConfig, what, { EndpointConfigName }));
  return answer && withoutMetadata(answer);
}

/** @returns `undefined`: AWS says that it does not exist @throws ReadError */
export async function readModel(
  target: CallScope,
  ModelName: string,
): Promise<Partial<DescribeModelOutput> | undefined> {
  const what = `reading the model ${ModelName}`;
  const answer = await unlessGone(read(target, sageMaker.describeModel, what, { ModelName }));
  return answer && withoutMetadata(answer);
}

function withoutMetadata<T extends { readonly $metadata?: unknown }>({ $metadata: _, ...answer }: T) {
  return answer;
}
