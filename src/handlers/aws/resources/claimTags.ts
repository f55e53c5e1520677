/**
 * For which Kubernetes claim a volume was made, by the tags that its driver writes. Pure.
 *
 * Sources: `kubernetes.io/created-for/pvc/…` and `…/pv/name` come from the provisioner, in the tree of Kubernetes before
 * and in the EBS CSI driver with `--extra-create-metadata`, which its Helm chart sets; `CSIVolumeName` and
 * `ebs.csi.aws.com/cluster` = `true` from the driver:
 * https://github.com/kubernetes-sigs/aws-ebs-csi-driver/blob/master/docs/tagging.md
 */
export type Claim =
  /** No tag says that a claim asked for it: a node's disk, or a volume that a person made. */
  | { readonly kind: 'none' }
  /** `name` = `shop/data-web-0`; absent: the driver did not write it. */
  | { readonly kind: 'made'; readonly name?: string }
  /** The tags contradict each other or are none that a driver writes. */
  | { readonly kind: 'unclear'; readonly why: string };

const NAME = 'kubernetes.io/created-for/pvc/name';
const NAMESPACE = 'kubernetes.io/created-for/pvc/namespace';
const VOLUME = 'kubernetes.io/created-for/pv/name';
const CSI_VOLUME = 'CSIVolumeName';
const OF_DRIVER = 'ebs.csi.aws.com/cluster';

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** The manager, as {@link managedBy} calls it, whose volumes an entry must take over by name. */
export const VOLUME_DRIVER = 'ebs-csi';

/** Tags that contradict each other, or name half a claim, are unclear, never `none`. */
export function claimOf(tags: Readonly<Record<string, string>>): Claim {
  const { [NAME]: name, [NAMESPACE]: namespace, [OF_DRIVER]: ofDriver } = tags;
  if (ofDriver !== undefined && ofDriver !== 'true') return unclear(`tag ${OF_DRIVER} says "${ofDriver}", not true`);
  const [volume, csiVolume] = [tags[VOLUME], tags[CSI_VOLUME]];
  if (volume !== undefined && csiVolume !== undefined && volume !== csiVolume)
    return unclear(`its tags disagree about its name: ${volume} or ${csiVolume}`);
  if (name === undefined && namespace === undefined) return { kind: ofDriver === undefined ? 'none' : 'made' };
  if (name === undefined || !SUBDOMAIN.test(name)) return unclear(`tag ${NAME} names no claim`);
  if (namespace === undefined || !LABEL.test(namespace)) return unclear(`tag ${NAMESPACE} names no namespace`);
  return { kind: 'made', name: `${namespace}/${name}` };
}

function unclear(why: string): Claim {
  return { kind: 'unclear', why };
}

/** The tags that the driver wrote left out, for an entry that takes its volumes over. */
export function withoutDriverTags(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tags).filter(([key]) => key !== CSI_VOLUME));
}
