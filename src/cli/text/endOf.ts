import { endsByType } from '../../core/resource/ends.ts';
import { handlers } from '../../handlers/index.ts';

/** What happens to the resources of a namespace: the words of every command. */
export const endOf = endsByType(handlers);
