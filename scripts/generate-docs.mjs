// Writes the files that are generated from the source; a test compares them with it. Needs dist/.
import { writeFileSync } from 'node:fs';
import { configurationMarkdown } from '../dist/config/documentation.js';
import { jsonSchema } from '../dist/config/jsonSchema.js';

writeFileSync('config/holystone.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`);
writeFileSync('docs/configuration.md', configurationMarkdown());
