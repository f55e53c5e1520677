/** What the programs of other makers need from the environment beside the usual variables. */
import { basename } from 'node:path';

/** Tools that print manifests: where they keep their settings, plug-ins and caches. `HELM_KUBETOKEN` is a secret. */
const OF_TOOLS: readonly string[] = [
  ...['HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME', 'HELM_PLUGINS', 'HELM_NAMESPACE', 'HELM_BIN'],
  ...['HELM_REPOSITORY_CACHE', 'HELM_REPOSITORY_CONFIG', 'HELM_REGISTRY_CONFIG'],
  ...['KUSTOMIZE_PLUGIN_HOME', 'JSONNET_PATH', 'DOCKER_CONFIG'],
];

/** Where the programs of clouds and of Docker find who they are; nothing in these is secret by itself. */
const OF_IDENTITIES: readonly string[] = [
  ...['AWS_PROFILE', 'AWS_DEFAULT_PROFILE', 'AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_CONFIG_FILE', 'AWS_CA_BUNDLE'],
  ...['AWS_SHARED_CREDENTIALS_FILE', 'AWS_ROLE_ARN', 'AWS_ROLE_SESSION_NAME', 'AWS_WEB_IDENTITY_TOKEN_FILE'],
  ...['AWS_CONTAINER_CREDENTIALS_*', 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', 'AWS_EC2_METADATA_*'],
  ...['AWS_STS_REGIONAL_ENDPOINTS', 'AWS_USE_*', 'AWS_ENDPOINT_URL*', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'],
  ...['AWS_SDK_LOAD_CONFIG', 'AWS_MAX_ATTEMPTS', 'AWS_RETRY_MODE', 'AWS_METADATA_SERVICE_*', 'AWS_ECR_*'],
  ...['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'CLOUDSDK_CONFIG', 'CLOUDSDK_ACTIVE_CONFIG_NAME'],
  ...['CLOUDSDK_CORE_*', 'CLOUDSDK_PYTHON', 'USE_GKE_GCLOUD_AUTH_PLUGIN', 'GCE_METADATA_HOST'],
  ...['AZURE_CLIENT_ID', 'AZURE_TENANT_ID', 'AZURE_SUBSCRIPTION_ID', 'AZURE_AUTHORITY_HOST', 'AZURE_CONFIG_DIR'],
  ...['AZURE_FEDERATED_TOKEN_FILE', 'AZURE_CLIENT_CERTIFICATE_PATH', 'AZURE_ENVIRONMENT'],
  ...['AAD_LOGIN_METHOD', 'AAD_SERVICE_PRINCIPAL_CLIENT_ID', 'AAD_SERVICE_PRINCIPAL_CLIENT_CERTIFICATE'],
  ...['DOCKER_CONFIG', 'GNUPGHOME', 'PASSWORD_STORE_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'DISPLAY'],
];

/** The keys of a cloud go to programs that its maker wrote, and to no other. */
const KEYS_OF: readonly { readonly programs: readonly string[]; readonly keys: readonly string[] }[] = [
  {
    programs: ['aws', 'aws-iam-authenticator', 'docker-credential-ecr-login'],
    keys: [
      ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_SECURITY_TOKEN'],
      ...['AWS_CREDENTIAL_EXPIRATION', 'AWS_CONTAINER_AUTHORIZATION_TOKEN'],
    ],
  },
  { programs: ['gke-gcloud-auth-plugin', 'gcloud', 'docker-credential-gcloud'], keys: ['CLOUDSDK_AUTH_*'] },
  {
    programs: ['kubelogin', 'kubectl-oidc_login', 'az', 'docker-credential-acr-env'],
    keys: [
      ...['AZURE_CLIENT_SECRET', 'AZURE_CLIENT_CERTIFICATE_PASSWORD', 'AAD_SERVICE_PRINCIPAL_CLIENT_SECRET'],
      'AAD_SERVICE_PRINCIPAL_CLIENT_CERTIFICATE_PASSWORD',
    ],
  },
];

/** The names of variables for a program that prints manifests. */
export const forManifests = OF_TOOLS;

/** The names of variables for a program that prints credentials. @param command a name or a path */
export function forCredentials(command: string): readonly string[] {
  const program = basename(command).replace(/\.exe$/i, '');
  return [...OF_IDENTITIES, ...KEYS_OF.flatMap(({ programs, keys }) => (programs.includes(program) ? keys : []))];
}

/** Every name that some program may have: what stays in the environment of the process itself, for its libraries. */
export const forPrograms: readonly string[] = [...OF_TOOLS, ...OF_IDENTITIES, ...KEYS_OF.flatMap(({ keys }) => keys)];
