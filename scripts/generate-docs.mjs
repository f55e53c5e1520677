// Writes the files that are generated from the source; with --check only says which of them differ. Needs dist/.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationMarkdown } from '../dist/tools/docs/documentation.js';
import { editorSchema } from '../dist/tools/docs/editorSchema.js';
import { evidenceMarkdown, handlersMarkdown } from '../dist/tools/docs/handlerPages.js';
import { metricsMarkdown } from '../dist/tools/docs/metricsPage.js';
import { manPage } from './manPage.mjs';

const generated = {
  'config/holystone.schema.json': `${JSON.stringify(editorSchema(), null, 2)}\n`,
  'docs/configuration.md': configurationMarkdown(),
  'docs/evidence.md': evidenceMarkdown(),
  'docs/handlers.md': handlersMarkdown(),
  'docs/holystone.1': await manPage(),
  'docs/metrics.md': await metricsMarkdown(),
};

for (const [path, text] of Object.entries(generated)) {
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is not what the source says: run npm run docs and commit it`);
    process.exitCode = 1;
  }
}
