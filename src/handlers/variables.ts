/** The environment that each provider wants, without loading the providers: the help needs none of them. */
import { variables as aws } from './aws/account/variables.ts';

export const variables: Readonly<Record<string, string>> = { ...aws };
