import { readFileSync } from 'node:fs';
import type { App } from '../../app/validation.ts';

const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const SCRIPT = read('./console.js');
const STYLE = read('./console.css');

/** `GET console.js`, `GET console.css`: the only files that a page of the console loads. */
export function assetRoutes(app: App): void {
  app.get('/console.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
  app.get('/console.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
}
