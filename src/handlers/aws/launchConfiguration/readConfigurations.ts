import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { ByName } from '../readByName.ts';
import { configurations, NAMES } from './api.ts';
import { type ConfigurationResource, toConfiguration } from './resource.ts';

export const configurationByName: ByName<LaunchConfiguration, ConfigurationResource> = {
  noun: 'launch configuration',
  most: NAMES,
  fetch: configurations,
  toResource: (described) => ({ ...configurationOf(described), described }),
};

export function configurationOf(configuration: LaunchConfiguration): ConfigurationResource {
  const resource = toConfiguration(configuration);
  if (resource) return resource;
  throw new ReadError('reading launch configurations: one came without name or ARN', { problem: 'malformed' });
}
