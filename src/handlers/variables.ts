/** The environment that each provider wants, without loading the providers: the help needs none of them. */
import { variables as aws } from './aws/account/variables.ts';

/** Variable → value; `main.ts` sets each that the environment does not have, before it loads an SDK. */
export const variables: Readonly<Record<string, string>> = { ...aws };

/** Names, with `*` for any end, that providers and their SDKs read from the environment of the process while it runs. */
export const readByProviders: readonly string[] = ['AWS_*', 'KUBERNETES_SERVICE_*', 'POD_NAMESPACE'];
