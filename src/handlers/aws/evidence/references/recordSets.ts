/** The addresses and names that Route 53 answers with, of any account of the configuration. */
import type { HostedZone, ListResourceRecordSetsRequest, ResourceRecordSet } from '@aws-sdk/client-route-53';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { route53 } from '../../calls/route53.ts';
import { tellForms } from '../../mentions/forms.ts';
import { signsOf } from '../../mentions/signs.ts';
import { addressAlias } from '../../resources/addressAlias.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { send } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { everyAccountOnce } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';

/**
 * Records of every type in public and private zones. A finding's alias is an address (see addressAlias.ts), the id of a VPC endpoint, or a
 * host name in lower case without its last dot, of whatever value it is a part: that of a service (SRV), of mail (MX), of HTTPS, of a text.
 */
export const recordSets = placeSource({
  name: 'recordSets',
  summary: 'Records of Route 53 in every hosted zone, by the addresses and the host names that they answer with.',
  calls: [route53.listHostedZones, route53.listResourceRecordSets],
  places: everyAccountOnce,
  async find(target, found) {
    for await (const page of pages(target, route53.listHostedZones, 'reading hosted zones')) {
      for (const zone of page) {
        await found.attempt(() => found.inPages(recordsOf(target, zone), (record) => usesOf(record, zone)));
      }
    }
  },
});

type Start = Pick<ListResourceRecordSetsRequest, 'StartRecordName' | 'StartRecordType' | 'StartRecordIdentifier'>;

/** A zone that was deleted after the listing has no records. */
async function* recordsOf(target: CallScope, zone: HostedZone): AsyncGenerator<readonly ResourceRecordSet[]> {
  const call = route53.listResourceRecordSets;
  const operation = { target, api: call.api, what: `reading records of ${nameOf(zone)}` };
  const { Id: HostedZoneId } = zone;
  if (!HostedZoneId) throw new ReadError(`${operation.what}: it came without its id`, { problem: 'malformed' });
  const records = pagesOf(operation, async (token) => {
    const start: Start = token === undefined ? {} : JSON.parse(token);
    const answer = await send(target, call, { HostedZoneId, MaxItems: 300, ...start });
    const items = requireList(answer.ResourceRecordSets, operation);
    return { items, nextToken: answer.IsTruncated ? nextOf(answer, operation.what) : undefined };
  });
  try {
    yield* records;
  } catch (error) {
    if (!saysNotFound(error)) throw error;
  }
}

interface Next {
  readonly NextRecordName?: string | undefined;
  readonly NextRecordType?: ResourceRecordSet['Type'];
  readonly NextRecordIdentifier?: string | undefined;
}

/** The first record of the next page, as a token. */
function nextOf({ NextRecordName, NextRecordType, NextRecordIdentifier }: Next, what: string): string {
  if (!NextRecordName) {
    const message = `${what}: the answer has more records and names no next one`;
    throw new ReadError(message, { problem: 'malformed' });
  }
  const start: Start = {
    StartRecordName: NextRecordName,
    StartRecordType: NextRecordType,
    StartRecordIdentifier: NextRecordIdentifier,
  };
  return JSON.stringify(start);
}

/** Also in the middle of a text: `v=spf1 ip4:203.0.113.5 -all`. */
const ADDRESS = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
/** With two colons at least; what is no address is left out afterwards. */
const SIX = /(?<![\da-f:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?:\.\d+)*/gi;
/** `ec2-203-0-113-5.compute-1.amazonaws.com` and `ip-10-0-0-5.ec2.internal` are names of addresses. */
const NAME_OF_ADDRESS = /(?:^|[\s".])(?:ec2|ip)-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})\./gi;
/** Every name of a VPC endpoint has its id: `bucket.vpce-0123456789abcdef0-abcdefgh.s3.us-east-1.vpce.amazonaws.com`. */
const ENDPOINT = /vpce-[0-9a-f]{8,}/g;

/** With two dots at least: `0 5 6379 sessions.abc123.ng.0001.use1.cache.amazonaws.com.`, `1 HOST alpn="h2"`, `"redis://HOST:6379"`. */
const HOST = /(?<![\w.-])(?:[\w-]{1,63}\.){2,12}[a-z]{2,63}(?![\w-])/gi;

/** Another host of one name means the name, as in a text: a reader of a cluster, an address of another kind. */
function meantBy(host: string): readonly string[] {
  const found: string[] = [];
  tellForms(host, (_kind, alias) => found.push(alias), signsOf(host));
  return found;
}

function usesOf(record: ResourceRecordSet, zone: HostedZone): readonly Finding[] {
  const { Name, Type, AliasTarget, ResourceRecords = [] } = record;
  const by = `record ${Name ?? 'without name'} (${Type ?? 'type not known'}) of ${nameOf(zone)}`;
  const values = ResourceRecords.map(({ Value = '' }) => Value);
  const addresses = values.flatMap((value) => [
    ...(value.match(ADDRESS) ?? []),
    ...[...value.matchAll(NAME_OF_ADDRESS)].map((match) => match.slice(1).join('.')),
  ]);
  const sixes = values
    .flatMap((value) => value.replace(/ip6:/gi, ' ').match(SIX) ?? [])
    .flatMap((text) => addressAlias(text) ?? []);
  const names = [...(Type === 'CNAME' ? values : []), ...values.flatMap((value) => value.match(HOST) ?? [])];
  const hosts = [...names, AliasTarget?.DNSName ?? ''].map(hostName);
  const endpoints = [...values, AliasTarget?.DNSName ?? ''].flatMap(
    (value) => value.toLowerCase().match(ENDPOINT) ?? [],
  );
  const aliases = [...new Set([...addresses, ...sixes, ...hosts, ...endpoints, ...hosts.flatMap(meantBy)])].filter(
    (alias) => alias !== '',
  );
  return aliases.map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}

/** `dualstack.` or `ipv6.` may stand before the name of a load balancer, which has the name without it. */
function hostName(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^(?:dualstack|ipv6)\./, '');
}

function nameOf({ Id, Name, Config }: HostedZone): string {
  return `${Config?.PrivateZone ? 'private ' : ''}hosted zone ${Name ?? ''} (${Id ?? 'without id'})`;
}
