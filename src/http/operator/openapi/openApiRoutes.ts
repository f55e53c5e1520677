import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { accessFor } from '../../app/access.ts';
import type { App } from '../../app/validation.ts';
import { apiPage } from './apiPage.tsx';
import { type ApiRoute, openApiOf } from './document.ts';

/** Collects the routes that are registered on `api` from now on, so that no list of them can be out of date. */
export function collectRoutes(api: App, routes: ApiRoute[]): void {
  api.addHook(
    'onRoute',
    ({ method, path, prefix, schema, config }: RouteOptions & { path: string; prefix: string }) => {
      const { params, querystring, body } = (schema ?? {}) as Readonly<Record<string, z.ZodType | undefined>>;
      for (const one of [method].flat()) {
        // Fastify adds HEAD to each GET.
        if (one === 'HEAD') continue;
        const access = accessFor(one, config);
        routes.push({ method: one, path: path.slice(prefix.length), access, params, query: querystring, body });
      }
    },
  );
}

/** `GET /api/openapi.json`, and the same as a page at `GET /api/docs` (P10). */
export function openApiRoutes(app: App, routes: readonly ApiRoute[], version: string): void {
  const document = openApiOf(routes, version, '/api/v1');
  const json = Buffer.from(JSON.stringify(document));
  const page = apiPage(document);
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json').send(json));
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
}
