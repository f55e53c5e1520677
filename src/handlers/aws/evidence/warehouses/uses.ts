import type { DataShare, ScheduledAction } from '@aws-sdk/client-redshift';
import { redshift } from '../../calls/redshift.ts';
import { type WarehouseResource, warehouseAlias } from '../../resources/warehouse.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';

/** Who uses a warehouse without a connection to it, and who planned something with it. */
export const warehouseUses = eachSource<WarehouseResource>({
  name: 'warehouseUses',
  summary:
    'Data shares in both directions, by which other clusters read without a connection; zero-ETL integrations from or to it, whatever their state; other accounts that may make endpoints to it; scheduled actions of Redshift that pause, resume or resize it, unless they are disabled: somebody manages it.',
  calls: [
    redshift.describeDataSharesForProducer,
    redshift.describeDataSharesForConsumer,
    redshift.describeIntegrations,
    redshift.describeEndpointAuthorization,
    redshift.describeScheduledActions,
  ],
  reading(target) {
    let listed: ReturnType<typeof ofAll> | undefined;
    return async ({ id: ClusterIdentifier, clusterNamespaceArn: namespace, aliases }) => {
      const about = `cluster ${ClusterIdentifier}`;
      listed ??= ofAll(target);
      const { integrations, actions } = await listed;
      const isIts = (arn = '') => aliases.includes(arn.toLowerCase());
      const authorized = pages(target, redshift.describeEndpointAuthorization, `reading who may reach ${about}`, {
        ClusterIdentifier,
      });
      const others = await unlessGone(allOf(authorized), []);
      return [
        ...(namespace === undefined ? [] : await shares(target, namespace, about)),
        ...integrations
          .filter(({ SourceArn, TargetArn }) => isIts(SourceArn) || isIts(TargetArn))
          .map(({ IntegrationName: name = 'without name', Status: is = 'state not known' }) => {
            return `zero-ETL integration ${name} (${is})`;
          }),
        ...others.map(({ Grantee: who = 'not named', Status: is = 'state not known' }) => {
          return `account ${who}, which may make endpoints to it (${is})`;
        }),
        ...actions.filter((one) => one.State !== 'DISABLED' && mayName(one, aliases)).map(plannedBy),
      ].map((by) => ({ says: 'used', by }));
    };
  },
});

/** @throws ReadError */
async function shares(target: CallScope, namespace: string, about: string): Promise<readonly string[]> {
  const given = pages(target, redshift.describeDataSharesForProducer, `reading data shares of ${about}`, {
    ProducerArn: namespace,
  });
  const taken = pages(target, redshift.describeDataSharesForConsumer, `reading data shares to ${about}`, {
    ConsumerArn: namespace,
  });
  const name = ({ DataShareArn: arn = 'without ARN' }: DataShare) => arn;
  return [
    ...(await allOf(given)).map((share) => `data share ${name(share)}, which it gives`),
    ...(await allOf(taken)).map((share) => `data share ${name(share)}, which it reads`),
  ];
}

/** What names clusters in a listing of all. @throws ReadError */
async function ofAll(target: CallScope) {
  const integrations = await allOf(pages(target, redshift.describeIntegrations, 'reading integrations of Redshift'));
  const call = redshift.describeScheduledActions;
  return { integrations, actions: await allOf(pages(target, call, 'reading scheduled actions of Redshift')) };
}

/** One that names no cluster may be of any. */
function mayName({ TargetAction: action = {} }: ScheduledAction, aliases: readonly string[]): boolean {
  const all = [action.PauseCluster, action.ResumeCluster, action.ResizeCluster];
  const names = all.flatMap((one) => one?.ClusterIdentifier ?? []);
  return names.length === 0 || names.some((name) => aliases.includes(warehouseAlias(name)));
}

function plannedBy({ ScheduledActionName: name = 'without name', State: is }: ScheduledAction): string {
  return `scheduled action ${name} (${is?.toLowerCase() ?? 'state not known'})`;
}
