import type { Io, Scope, Session } from '../../handler.ts';
import { autoScaling } from '../calls/autoScaling.ts';
import { detached } from '../detached.ts';
import { deleteSame, readByName } from '../readByName.ts';
import { openSession } from '../session.ts';
import type { Target } from '../target.ts';
import { configurations, deleteConfiguration } from './api.ts';
import { configurationByName, configurationOf } from './readConfigurations.ts';
import type { ConfigurationResource } from './resource.ts';
import { restoreConfiguration } from './restore.ts';

/** Auto Scaling has no dry run to rehearse with, and no tags to write an opt-out in: ours are in our own store. */
export function openConfigurations(scope: Scope, io: Io): Session<ConfigurationResource> {
  return openSession<ConfigurationResource>(scope, io, {
    list: listConfigurations,
    get: (reader, names) => readByName(reader, configurationByName, names),
    api: autoScaling.deleteLaunchConfiguration.api,
    restore: restoreConfiguration,
    delete: (configuration, { reader, deleter }) =>
      deleteSame(reader, configurationByName, configuration, async () => ({
        kind: 'deleted',
        requestId: await deleteConfiguration(deleter, configuration.id),
      })),
  });
}

async function* listConfigurations(reader: Target): AsyncGenerator<readonly ConfigurationResource[]> {
  for await (const page of configurations(reader, 'listing launch configurations')) {
    yield page.map((configuration) => detached(configurationOf(configuration)));
  }
}
