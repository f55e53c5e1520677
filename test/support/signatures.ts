/** Signatures and other things that belong to images, as cosign and OCI put them into a registry. */
import type { RegistryStore } from '../../sandbox/registry/store.ts';

const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG = 'application/vnd.oci.image.config.v1+json';
const LAYERS = {
  sig: 'application/vnd.dev.cosign.simplesigning.v1+json',
  att: 'application/vnd.dsse.envelope.v1+json',
  sbom: 'application/vnd.cyclonedx+json',
} as const;

/** No image of any registry. */
export const GONE = `sha256:${'0'.repeat(63)}1`;

export interface Signature {
  readonly repository?: string;
  readonly kind?: keyof typeof LAYERS;
  /** The image that its content names: `registry.example.com/shop/web`. */
  readonly names?: string;
  readonly created?: string;
}

/** The tag by which cosign finds it. */
export function signatureTag(digest: string, kind: keyof typeof LAYERS = 'sig'): string {
  return `${digest.replace(':', '-')}.${kind}`;
}

/** Signs a digest as cosign does, whether the registry has it or not. @returns the tag */
export function sign(
  store: RegistryStore,
  digest: string,
  { repository = 'shop/web', kind = 'sig', names = `registry.example.com/${repository}`, created }: Signature = {},
): string {
  const statement = JSON.stringify({ subject: [{ name: names, digest: { sha256: digest.slice(7) } }] });
  const content = {
    sig: { critical: { identity: { 'docker-reference': names }, image: { 'docker-manifest-digest': digest } } },
    att: { payload: Buffer.from(statement).toString('base64'), payloadType: 'application/vnd.in-toto+json' },
    sbom: { bomFormat: 'CycloneDX' },
  }[kind];
  const config = store.blob(repository, JSON.stringify({ created, signs: `${digest}.${kind}` }));
  const layer = store.blob(repository, JSON.stringify(content));
  const manifest = {
    ...{ schemaVersion: 2, mediaType: MANIFEST, config: { mediaType: CONFIG, ...config } },
    layers: [{ mediaType: LAYERS[kind], ...layer }],
  };
  const tag = signatureTag(digest, kind);
  store.manifest(repository, tag, MANIFEST, JSON.stringify(manifest));
  return tag;
}
