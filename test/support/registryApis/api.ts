/** One request to an API beside a registry, and its answer. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RegistryStore } from '../../../sandbox/registry/store.ts';

export type Answer = readonly [status: number, body?: object];

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly page: number;
  readonly headers: IncomingHttpHeaders;
}

export type Api = (
  asked: Asked,
  store: RegistryStore,
  refuses: (tag: string) => boolean,
  pulls: ReadonlyMap<string, Date>,
) => Answer;

const PAGE = 2;
export const paged = <T>(items: readonly T[], page: number) => items.slice((page - 1) * PAGE, page * PAGE);
