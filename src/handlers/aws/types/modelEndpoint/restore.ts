import type { CreateEndpointInput } from '@aws-sdk/client-sagemaker';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { sageMaker } from '../../calls/sageMaker.ts';
import type { DescribedEndpoint, ModelEndpointResource } from '../../resources/modelEndpoint.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { readConfig, readModel } from './parts.ts';

/** Makes one of the same name, and so under the same ARN, of the configuration and the models that stayed. */
export async function restoreModelEndpoint(
  { restorer, stored }: Wanted,
  now: Read<ModelEndpointResource> | undefined,
): Promise<Restoring> {
  const { id } = stored;
  const old = stored.definition as DescribedEndpoint;
  const { EndpointConfigName: configName } = old.endpoint;
  if (!configName) return refused('the definition does not name its endpoint configuration');
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found') {
    const { endpointStatus: is, endpointConfigName: current } = now.resource;
    if (is === 'Deleting') return refused(`${id} is still being deleted: try it again later`);
    if (is === 'Failed') return refused(`${id} is there again, and has failed: delete that one first`);
    return current === configName ? isThere(id) : refused(`another endpoint is called ${id} by now, of ${current}`);
  }
  const problem = await changed(restorer, old, configName);
  if (problem !== undefined) return refused(problem);
  const own = Object.entries(toTags([...old.tags])).filter(([key]) => !key.startsWith('aws:'));
  const input: CreateEndpointInput = {
    EndpointName: id,
    EndpointConfigName: configName,
    ...(own.length > 0 && { Tags: fromTags(Object.fromEntries(own)) }),
  };
  const afterwards = leftOver(restorer, old, id);
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the SageMaker endpoint ${id} of ${configName}, its configuration, under its name; it costs by the hour from then on`,
        command: awsJsonCommand(restorer, 'sagemaker create-endpoint', input),
      },
    ],
    afterwards,
    async run() {
      const call = sageMaker.createEndpoint;
      const done = await restoreBy(restorer, call.api, `making the SageMaker endpoint ${id} again`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

/**
 * What people changed since without another configuration: a variant without traffic gets it again from the configuration.
 * https://docs.aws.amazon.com/sagemaker/latest/APIReference/API_UpdateEndpointWeightsAndCapacities.html
 */
function leftOver(
  target: Wanted['restorer'],
  { endpoint, config }: DescribedEndpoint,
  id: string,
): readonly RestoreStep[] {
  const DesiredWeightsAndCapacities = (endpoint.ProductionVariants ?? []).flatMap((one) => {
    const { VariantName, CurrentWeight: DesiredWeight, CurrentInstanceCount: DesiredInstanceCount } = one;
    const first = config.ProductionVariants?.find((variant) => variant.VariantName === VariantName);
    const isSameWeight = DesiredWeight === undefined || DesiredWeight === (first?.InitialVariantWeight ?? 1);
    const isSameCount = DesiredInstanceCount === undefined || DesiredInstanceCount === first?.InitialInstanceCount;
    return isSameWeight && isSameCount ? [] : [defined({ VariantName, DesiredWeight, DesiredInstanceCount })];
  });
  if (DesiredWeightsAndCapacities.length === 0) return [];
  const input = { EndpointName: id, DesiredWeightsAndCapacities };
  const command = awsJsonCommand(target, 'sagemaker update-endpoint-weights-and-capacities', input);
  return [{ says: 'gives its variants the weights and instances that they had, once it is in service', command }];
}

/** Why it would be none like the old one. Neither part ever changes, so its creation tells whether it is still the same. */
async function changed(
  target: Wanted['restorer'],
  { config, models }: DescribedEndpoint,
  configName: string,
): Promise<string | undefined> {
  const now = await readConfig(target, configName);
  if (!now) return `its endpoint configuration ${configName} is gone; the definition has it`;
  if (!isSame(now.CreationTime, config.CreationTime))
    return `another endpoint configuration is called ${configName} by now; the definition has the old one`;
  for (const { ModelName = '', CreationTime } of models) {
    const model = await readModel(target, ModelName);
    if (!model) return `its model ${ModelName} is gone; the definition has it`;
    if (!isSame(model.CreationTime, CreationTime))
      return `another model is called ${ModelName} by now; the definition has the old one`;
  }
  return undefined;
}

/** @param stored as JSON has it: a text */
function isSame(now: Date | undefined, stored: Date | string | undefined): boolean {
  return now !== undefined && stored !== undefined && now.getTime() === new Date(stored).getTime();
}
