/** Annotations and labels by which tools and people say that an object stays, and the values that say the opposite. Pure. */
import { keepIn } from '../../../core/owner/optOut.ts';
import { visible } from '../../../core/text/visible.ts';
import { RESOURCE_POLICY } from './release.ts';

const KEEPING: Readonly<Record<string, { readonly keep: RegExp; readonly mayGo: RegExp }>> = {
  'directives.qbec.io/delete-policy': { keep: /^never$/, mayGo: /^(default)?$/ },
  [RESOURCE_POLICY]: { keep: /^keep$/, mayGo: /^$/ },
  'argocd.argoproj.io/sync-options': { keep: /(^|,)\s*(Prune|Delete)=false\s*(,|$)/, mayGo: /^((?!Prune|Delete).)*$/ },
  'argocd.argoproj.io/compare-options': { keep: /(^|,)\s*IgnoreExtraneous\s*(,|$)/, mayGo: /^((?!Extraneous).)*$/ },
  'kustomize.toolkit.fluxcd.io/prune': { keep: /^disabled$/, mayGo: /^(enabled)?$/ },
};

/**
 * What other appliers are told, each in its own words: `cli-utils.sigs.k8s.io/on-remove: keep`,
 * `client.lifecycle.config.k8s.io/deletion: detach`, `kapp.k14s.io/delete-strategy: orphan`, `kluctl.io/skip-delete: "true"`,
 * `tanka.dev/prune-ignore: "true"`, `objectset.rio.cattle.io/prune: "false"`, `action.timoni.sh/prune: disabled`.
 */
const ABOUT_REMOVAL =
  /\/(?:(?:on|skip|ignore|prevent|no|do-not|disable)-)?(?:prune|delete|deletion|remove|removal)(?:-(?:policy|strategy|mode|protection|ignored?|disabled|if-[\w-]{1,60}))?$/;
/** Words of a key whose "yes" says that the object stays. */
const STAYS = /\/(?:skip|ignore|prevent|no|do-not|disable)-|-(?:protection|ignored?|disabled)$/;
const YES = /^(?:true|yes|on|enabled?|always|delete|default|prune|foreground|background|)$/i;
const NO = /^(?:false|no|off|disabled?|never|)$/i;

/**
 * An applier no longer looks at the object, and what it leaves alone has to stay: a person took it out of what is applied, and the source
 * declares it no more. `kapp.k14s.io/noop: ""` and `kapp.k14s.io/exists: ""`, `resources.gardener.cloud/keep-object: "true"`,
 * `fleet.cattle.io/keep-resources`, `objectset.rio.cattle.io/ignore`, `crossplane.io/paused`.
 */
const LEFT_ALONE = /\/(?:noop|no-op|exists|ignored?|keep|keep-(?:objects?|resources?)|paused?|create-only|unmanaged)$/;
/** `kustomize.toolkit.fluxcd.io/reconcile: disabled`, `configmanagement.gke.io/managed: disabled`, `serviceoperator.azure.com/reconcile-policy: skip`. */
const RECONCILED = /\/(?:reconcile|reconciliation|managed|sync)(?:-policy|-mode)?$/;
/** `addonmanager.kubernetes.io/mode: EnsureExists`, `resources.gardener.cloud/mode: Ignore`, `kustomize.toolkit.fluxcd.io/ssa: IfNotPresent`. */
const MODE = /\/(?:mode|ssa)$/;
const LEAVES =
  /^(?:false|no|off|disabled?|never|none|skip|ignored?|ensure-?exists|if-?not-?present|create-?only|once|orphan|detach-on-delete|unmanaged)$/i;

/** The class that whoever says none gets: of storage, of ingresses, of snapshots of volumes. */
const IS_DEFAULT = /\/is-default-class$/;

/** May a text with this key keep an object? */
export function isDeletePolicy(key: string): boolean {
  return (
    Object.hasOwn(KEEPING, key) ||
    [ABOUT_REMOVAL, IS_DEFAULT, LEFT_ALONE, RECONCILED, MODE].some((one) => one.test(key))
  );
}

interface Texts {
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Why they keep an object; a value that Holystone does not know keeps too. `undefined`: they do not. */
export function keptByPolicy({ annotations, labels }: Texts): string | undefined {
  for (const [key, value] of Object.entries(annotations)) {
    const why = whyKept(key, value);
    if (why !== undefined) return `its annotation ${visible(key)} ${why}`;
  }
  // Rancher and the add-on manager write their own as labels, and Flux reads both.
  for (const [key, value] of Object.entries(labels)) {
    const why = whyKept(key, value);
    if (why !== undefined) return `its label ${visible(key)} ${why}`;
  }
  return undefined;
}

function whyKept(key: string, value: string): string | undefined {
  const known = Object.hasOwn(KEEPING, key) ? KEEPING[key] : undefined;
  if (known?.keep.test(value)) return `is ${value}`;
  if (known) return known.mayGo.test(value) ? undefined : `has the value ${value}, which Holystone does not know`;
  if (IS_DEFAULT.test(key)) return NO.test(value) ? undefined : `is ${value}: whoever says no class gets it`;
  // A keep of our own has a date: keptByKey.
  if (LEFT_ALONE.test(key) && !/^holystone[./]/i.test(key))
    return /^(?:false|no|off|disabled?|never)$/i.test(value) ? undefined : `is ${value || 'set'}`;
  if (RECONCILED.test(key) || MODE.test(key)) return LEAVES.test(value) ? `is ${value}` : undefined;
  if (!ABOUT_REMOVAL.test(key)) return undefined;
  return (STAYS.test(key) ? NO : YES).test(value) ? undefined : `is ${value}`;
}

/** Why a person's key keeps an object at `now`, ms since the epoch; a person may write it as a label as well. */
export function keptByKey({ annotations, labels }: Texts, now: number): string | undefined {
  const annotation = keepIn(annotations, now);
  if (annotation) return `its annotation ${visible(annotation.key)} is ${annotation.value}`;
  const label = keepIn(labels, now);
  return label && `its label ${visible(label.key)} is ${label.value}`;
}

/**
 * Why everything in the cluster that says none of its kind uses an object: the PriorityClass of pods that name none.
 * https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/
 * @param content of an object; absent where only its metadata was read
 */
export function isDefaultOfAll(content: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const value = content?.globalDefault;
  return value === undefined || value === null || value === false
    ? undefined
    : `\`globalDefault\` is ${visible(String(value))}: whoever says no class gets it`;
}
