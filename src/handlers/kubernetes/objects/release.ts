/** What Helm writes on the objects of a release, and on the Secrets in which it keeps the release itself. Pure. */

/** The label of each Secret with a revision of a release; its label `name` is the release's. */
export const HELM_OWNER = 'owner=helm';

/** The label of each object that a release made, and its value. */
export const MANAGED_BY = 'app.kubernetes.io/managed-by';
export const HELM = 'Helm';

/** An object with it runs at a moment of a release (`pre-upgrade`); Helm leaves most of them where they are. */
export const HOOK = 'helm.sh/hook';
/** `keep`: Helm leaves the object when the release no longer has it. */
export const RESOURCE_POLICY = 'helm.sh/resource-policy';

/** The release to which an object belongs, and its namespace. */
export const RELEASE_NAME = 'meta.helm.sh/release-name';
const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace';

/** Does the object belong to the release `namespace/name`? Labels cannot say that: their values are too short. */
export function isOfRelease(
  { application: namespace, environment: name }: { readonly application: string; readonly environment: string },
  annotations: Readonly<Record<string, string>>,
): boolean {
  return annotations[RELEASE_NAME] === name && annotations[RELEASE_NAMESPACE] === namespace;
}
