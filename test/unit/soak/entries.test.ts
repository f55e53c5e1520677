import { expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { ENTRIES, RETENTION } from '../../soak/entries.ts';

const MINUTE_MS = 60_000;

/** What only waits would add a mark of its type each minute, and two hours would show growth that ends after a week. */
test('what the world of the soak makes is due within minutes: no type waits out days of quarantine', () => {
  const text = `
redis: { url: embedded }
mail: { smtp: "smtp://localhost", from: holystone@example.com }
definitions: { dir: /var/lib/holystone }
http: { public: { port: 0, bind: 127.0.0.1, url: "https://holystone.example.com" } }
optOut: { keys: [{ id: soak, secret: "0123456789abcdef0123456789abcdef" }] }
accounts:
  - { name: test, provider: aws, id: "111111111111", locations: [us-east-1], readRole: "arn:aws:iam::111111111111:role/r", deleteRole: "arn:aws:iam::111111111111:role/d" }
defaults: { retention: ${RETENTION}, unusedFor: off, minimumAge: 1s, notice: { fallback: cloud@example.com } }
cleanup:
${ENTRIES.join('\n')}
`;
  const { workConfigurations } = loadConfiguration({ text }, { env: {}, handlers });
  const late = workConfigurations.filter(({ quarantineMs = 0 }) => quarantineMs > 10 * MINUTE_MS);
  expect(workConfigurations.length).toBe(ENTRIES.length);
  expect(late.map(({ resourceType }) => resourceType)).toEqual([]);
});
