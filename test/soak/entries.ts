/** What the soak cleans up: an entry for every type of AWS, from which all that its world makes goes again within minutes. */
import { handlers } from '../../src/handlers/index.ts';
import { KITS } from '../kits/index.ts';

const DAY_MS = 86_400_000;
export const RETENTION = '3m';

const INCOMPLETE = `, acceptIncomplete: { until: ${new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)}, reason: a soak }`;
const FINAL = INCOMPLETE.replace('Incomplete', 'Final');
/** A place has an entry that deletes these, or one that stops them. */
const STOPS: ReadonlySet<string> = new Set(['runningDbCluster', 'runningDbInstance', 'runningWarehouse']);

/** What these types need to be live. */
const MORE: Readonly<Record<string, string>> = {
  dbClusterSnapshot: INCOMPLETE + FINAL,
  cache: INCOMPLETE,
  dbCluster: INCOMPLETE,
  dbInstance: INCOMPLETE,
  dbSnapshot: INCOMPLETE + FINAL,
  ecrTag: ', nameRegexDelete: ".*", allowDeleteAll: true, olderThan: 1s',
  elasticIp: INCOMPLETE,
  fargateService: INCOMPLETE,
  fileSystem: INCOMPLETE,
  instance: INCOMPLETE,
  logGroup: INCOMPLETE + FINAL,
  modelEndpoint: INCOMPLETE,
  runningInstance: INCOMPLETE,
  securityGroup: INCOMPLETE,
  warehouse: INCOMPLETE,
  windowsFileSystem: INCOMPLETE,
  table: INCOMPLETE,
  vpcEndpoint: INCOMPLETE,
};

/** Days in which it is always out of use: in two hours its marks would only pile up, one a minute of each type. */
const QUARANTINED: ReadonlySet<string> = new Set(
  handlers
    .filter(({ quarantine }) => quarantine?.alwaysForMs !== undefined && quarantine.onlyWith === undefined)
    .map(({ resourceType }) => resourceType),
);

/** YAML, a line each. */
export const ENTRIES: readonly string[] = KITS.filter(({ type }) => !STOPS.has(type)).map(({ type }) => {
  const quarantine = QUARANTINED.has(type) ? `, quarantine: ${RETENTION}` : '';
  return `  - { type: ${type}, accounts: [test], live: true, when: [{ rule: unused }]${quarantine}${MORE[type] ?? ''} }`;
});
