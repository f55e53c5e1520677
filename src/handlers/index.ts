import { autoScalingGroup } from './aws/autoScalingGroup/handler.ts';
import { image } from './aws/image/handler.ts';
import { launchConfiguration } from './aws/launchConfiguration/handler.ts';
import { launchTemplate } from './aws/launchTemplate/handler.ts';
import { snapshot } from './aws/snapshot/handler.ts';
import { volume } from './aws/volume/handler.ts';
import type { Handler } from './handler.ts';

/** Every resource type this version knows, alphabetically: one folder, one line. */
export const handlers: readonly Handler[] = [
  autoScalingGroup,
  image,
  launchConfiguration,
  launchTemplate,
  snapshot,
  volume,
];

/** The handler of a resource type, in the handler's own spelling. */
export function handlerOf(known: readonly Handler[], resourceType: string): Handler {
  const wanted = resourceType.toLowerCase();
  const handler = known.find((candidate) => candidate.resourceType.toLowerCase() === wanted);
  if (!handler) throw new Error(`there is no handler for the resource type "${resourceType}"`);
  return handler;
}
