/** Releases as Helm keeps them: Secrets with their packed revisions, and the marks on their objects. */
import { gzipSync } from 'node:zlib';
import type { SandboxObject } from '../../sandbox/kubernetes/server.ts';

export interface HelmRevision {
  readonly version: number;
  /** `deployed` unless given. */
  readonly status?: string;
  readonly manifest: string;
  readonly hooks?: readonly string[];
  /** ISO. */
  readonly deployedAt?: string;
}

/** The Secret of one revision of the release `shop/web`. */
export function revisionSecret(
  {
    version,
    status = 'deployed',
    manifest,
    hooks = [],
    deployedAt = `2026-01-0${version}T00:00:00.123456789+01:00`,
  }: HelmRevision,
  namespace = 'shop',
  name = 'web',
): SandboxObject {
  const release = {
    ...{ name, namespace, version, manifest, info: { status, last_deployed: deployedAt } },
    hooks: hooks.map((one) => ({ name: 'test', kind: 'Job', path: 'web/templates/test.yaml', manifest: one })),
  };
  const packed = gzipSync(JSON.stringify(release)).toString('base64');
  return {
    ...{ apiVersion: 'v1', kind: 'Secret', type: 'helm.sh/release.v1' },
    metadata: {
      ...{ name: `sh.helm.release.v1.${name}.v${version}`, namespace },
      labels: { owner: 'helm', name, status, version: String(version) },
    },
    data: { release: Buffer.from(packed).toString('base64') },
  };
}

/** The metadata of an object that Helm applied for the release. */
export function released(name: string, annotations: Readonly<Record<string, string>> = {}, release = 'web') {
  return {
    ...{ name, namespace: 'shop', labels: { 'app.kubernetes.io/managed-by': 'Helm' } },
    annotations: {
      ...{ 'meta.helm.sh/release-name': release, 'meta.helm.sh/release-namespace': 'shop' },
      ...annotations,
    },
  };
}
