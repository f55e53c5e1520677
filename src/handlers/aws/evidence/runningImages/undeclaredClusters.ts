import { X509Certificate } from 'node:crypto';
import type { Cluster } from '@aws-sdk/client-eks';
import { ownAlias } from '../../../../core/resource/resource.ts';
import type { EvidenceSource, Io, Scope } from '../../../contract/handler.ts';
import { type ApiServer, declaredServers } from '../../../kubernetes/evidence/declaredServers.ts';
import { permissionsOf } from '../../calls/call.ts';
import { eks } from '../../calls/eks.ts';
import { clustersIn } from '../../resources/clusterTags.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** How many candidates share one listing of the clusters. */
const AT_ONCE = 1000;

/** Clusters that a reason names. */
const NAMED = 3;

/**
 * Clusters of EKS that the accounts have and the configuration does not declare: what their Pods run and their objects name, nobody
 * here sees. A resource with the tag of a cluster is left to the evidence about that cluster.
 * @param places where clusters are that may use a resource of the type
 */
export function undeclaredClusters(places: EvidenceSource['places'] = ownPlace): EvidenceSource {
  return {
    name: 'undeclaredClusters',
    summary:
      'EKS clusters that no account of the provider `kubernetes` reads, by the address or the certificate authority in its kubeconfig: it is unknown what runs there and what their objects name.',
    permissions: permissionsOf(eks.listClusters, eks.describeCluster),
    per: 'resource',
    candidatesAtOnce: AT_ONCE,
    provider: 'aws',
    places,
    async read(place, scope, candidates, io) {
      const ofNone = candidates.filter(({ tags }) => clustersIn(tags).length === 0);
      if (ofNone.length === 0) return [];
      const names = await undeclaredIn(await provenReader(place, scope, io), scope, io);
      if (names.length === 0) return [];
      const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
      const clusters = `EKS cluster${names.length > 1 ? 's' : ''} ${names.slice(0, NAMED).join(', ')}${more}`;
      const by = `${clusters} in ${place.location} of account ${place.account}: no account of provider kubernetes reads what runs there and what its objects name; declare it in accounts`;
      return ofNone.map((candidate) => ({ alias: ownAlias(candidate), says: 'unknown', by }));
    },
  };
}

/** @returns their names */
async function undeclaredIn(
  target: CallScope,
  { accounts }: Pick<Scope, 'accounts'>,
  io: Io,
): Promise<readonly string[]> {
  const found: string[] = [];
  const declared = await declaredServers(accounts, io);
  for await (const page of pages(target, eks.listClusters, 'reading the names of EKS clusters')) {
    for (const name of page) {
      const what = `reading EKS cluster ${name}`;
      const answer = await unlessGone(read(target, eks.describeCluster, what, { name }));
      if (answer === undefined) continue;
      const cluster = requirePart(answer.cluster, 'cluster', { target, api: eks.describeCluster.api, what });
      if (isNothing(cluster) || declared.some((server) => isServerOf(cluster, server))) continue;
      found.push(name);
    }
  }
  return found;
}

/** "FAILED" without an address: no server was ever made. */
function isNothing({ status, endpoint }: Cluster): boolean {
  return status === 'FAILED' && endpoint === undefined;
}

/** Each cluster of EKS has an authority of its own, also behind a proxy that passes TLS on, and from inside of it. */
function isServerOf({ endpoint, certificateAuthority }: Cluster, { host, ca }: ApiServer): boolean {
  if (endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).host === host) return true;
  const own = new Set(prints(Buffer.from(certificateAuthority?.data ?? '', 'base64').toString('latin1')));
  const known = prints(ca ?? '');
  // A kubeconfig may have the authorities of all clusters in one bundle: such a one says nothing of which it means.
  return known.length > 0 && known.every((print) => own.has(print));
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]{1,100000}-----END CERTIFICATE-----/g;

/** The fingerprints of the certificates of a bundle. */
function prints(bundle: string): readonly string[] {
  return [...bundle.matchAll(CERTIFICATE)].flatMap(([pem]) => {
    try {
      return [new X509Certificate(pem).fingerprint256];
    } catch {
      return [];
    }
  });
}
