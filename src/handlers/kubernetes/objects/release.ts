/** What Helm writes on the objects of a release, and on the Secrets in which it keeps the release itself. */

/** The label of each Secret with a revision of a release; its label `name` is the release's. */
export const HELM_OWNER = 'owner=helm';

/** The label of each object that a release made, and its value. */
export const MANAGED_BY = 'app.kubernetes.io/managed-by';
export const HELM = 'Helm';

/** The release to which an object belongs, and its namespace: annotations. */
export const RELEASE_NAME = 'meta.helm.sh/release-name';
export const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace';
