import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { RunningConfiguration } from '../../src/composition/runningConfiguration.ts';
import type { Configuration } from '../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { handlers } from '../../src/handlers/index.ts';
import { collectingLogger, type LogLine } from '../support/fleet.ts';

interface Given {
  readonly regions?: string;
  readonly minimumAge?: string;
  readonly top?: string;
}

const yaml = ({ regions = 'us-east-1', minimumAge = '30d', top = '' }: Given = {}) => `
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1, eu-west-1] }]
${top}
cleanup: [{ type: image, locations: [${regions}], minimumAge: ${minimumAge}, when: [{ rule: unused }] }]
`;

const load = (text: string): Configuration => loadConfiguration({ text, file: 'x.yaml' }, { env: {}, handlers });

let file: string;
let lines: LogLine[];
let running: RunningConfiguration;

beforeEach(() => {
  file = yaml();
  lines = [];
  running = new RunningConfiguration(load(file), () => load(file), collectingLogger(lines));
});

const namespaces = () => running.workConfigurations().map(({ namespace }) => namespace);
const HERE = 'aws:test:us-east-1:image';
const THERE = 'aws:test:eu-west-1:image';

describe('L12 reload', () => {
  test('a changed file takes effect, and the log names new, removed and changed namespaces', () => {
    file = yaml({ regions: 'us-east-1, eu-west-1' });
    expect(running.reload('olga')).toEqual({ kind: 'replaced', changed: [THERE], needsRestart: [] });
    expect(namespaces()).toEqual([HERE, THERE]);
    file = yaml({ regions: 'eu-west-1', minimumAge: '31d' });
    expect(running.reload('olga')).toMatchObject({ changed: [THERE, HERE] });
    expect(namespaces()).toEqual([THERE]);
    expect(lines).toContainEqual(expect.objectContaining({ message: 'configuration reloaded' }));
  });

  test('the same file changes nothing', () => {
    expect(running.reload('olga')).toEqual({ kind: 'replaced', changed: [], needsRestart: [] });
  });

  test('an invalid file: every problem is logged, and the running configuration stays in force', () => {
    const before = running.workConfigurations();
    file = `${yaml({ minimumAge: '0' })}\nwindo: x\n`;
    const reloaded = running.reload('olga');
    expect(reloaded.kind === 'invalid' && reloaded.problems.length).toBe(2);
    expect(running.workConfigurations()).toBe(before);
    const said = lines.find(({ level }) => level === 'error')?.fields as { actor: string; problems: string[] };
    expect(said.actor).toBe('olga');
    expect(said.problems).toEqual([expect.stringContaining('x.yaml:'), expect.stringContaining('x.yaml:')]);
  });

  test('A13 another price table takes effect at once; a broken or missing one leaves the old prices', () => {
    const dir = mkdtempSync(join(tmpdir(), 'holystone-reload-'));
    const table = join(dir, 'prices.yaml');
    const priced = (price: string) =>
      writeFileSync(
        table,
        `currency: USD
regions:
  us-east-1: { date: "2026-01-01", source: "https://example.com/", items: { ebs.snapshot.gibibyte: ${price} } }
`,
      );
    const price = () => running.workConfigurations()[0]?.prices?.of('ebs.snapshot.gibibyte');
    file = yaml({ top: `prices: { file: ${JSON.stringify(table)} }` });
    priced('0.07');
    expect(running.reload('olga')).toEqual({ kind: 'replaced', changed: [], needsRestart: [] });
    expect(price()).toBe(0.07);
    priced('-1');
    expect(running.reload('olga')).toMatchObject({ kind: 'invalid', problems: [{ file: table, line: 3 }] });
    rmSync(dir, { recursive: true });
    expect(running.reload('olga')).toMatchObject({ kind: 'invalid', problems: [{ file: 'x.yaml' }] });
    expect(price()).toBe(0.07);
  });

  test('a file with which the daemon would not start is invalid too', () => {
    const next = { ...load(yaml({ regions: 'eu-west-1' })), serveRefuses: ['not with this Redis'] };
    running = new RunningConfiguration(load(file), () => next as Configuration, collectingLogger(lines));
    expect(running.reload('olga')).toMatchObject({
      kind: 'invalid',
      problems: [{ file: 'x.yaml', message: 'not with this Redis' }],
    });
    expect(namespaces()).toEqual([HERE]);
  });

  test.each([
    ['redis', 'redis: { url: "redis://elsewhere:6379" }'],
    ['mail', 'mail: { smtp: "smtp://mail.example.com", from: h@example.com }'],
    ['http', 'http: { operator: { port: 9999 } }'],
    ['work', 'work: { capacity: 3 }'],
    ['optOut', 'optOut: { keys: [{ id: k, secret: "0123456789abcdef0123456789abcdef" }] }'],
    ['definitions', 'definitions: { dir: /elsewhere }'],
  ])('a section that needs a restart is named: %s', (section, top) => {
    file = yaml({ top, regions: 'eu-west-1' });
    expect(running.reload('olga')).toEqual({ kind: 'replaced', changed: [THERE, HERE], needsRestart: [section] });
    expect(namespaces()).toEqual([THERE]);
    expect(lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toContainEqual({
      sections: [section],
    });
  });
});

describe('P10 the configuration for people', () => {
  const SECRETS = {
    REDIS: 'redis-password-1',
    LINK: 'link-key-of-thirty-two-letters-x',
    SIGN: 'sign-key-of-thirty-two-letters-x',
    OPERATOR: 'operator-token-of-thirty-two-let',
    CLIENT: 'client-secret-of-the-provider-1',
    HOOK: 'hook-part-of-the-url-is-a-secret',
    HOOK_KEY: 'hook-key-of-thirty-two-letters-x',
    OWNERS: 'bearer-token-of-the-registry-1',
    HUB: 'hub-password-1',
    REFERENCES: 'token-of-the-external-references',
  };
  const secretive = `
redis: { url: "redis://holystone:${SECRETS.REDIS}@redis.example.com" }
signing: { keys: [{ id: s1, secret: ${SECRETS.SIGN} }] }
optOut: { keys: [{ id: k1, secret: ${SECRETS.LINK} }] }
http:
  public: { url: "https://keep.example.com" }
  operator:
    url: "https://console.example.com"
    operatorTokens: [{ name: ci, token: ${SECRETS.OPERATOR} }]
    oidc: { issuer: "https://login.example.com", clientId: holystone, clientSecret: ${SECRETS.CLIENT}, readers: [all], operators: [{ group: ops }] }
notify: { transports: [{ type: webhook, name: chat, url: "https://chat.example.com/${SECRETS.HOOK}", key: { id: h1, secret: ${SECRETS.HOOK_KEY} } }] }
owner: { order: [registry, fallback], registry: { from: "https://owners.example.com/all.json", headers: { authorization: "${SECRETS.OWNERS}" }, tags: [app] } }
accounts: [{ name: hub, provider: registry, url: "https://hub.example.com", credentials: { username: robot, password: ${SECRETS.HUB} }, locations: [shop/web] }]
cleanup:
  - type: tag
    nameRegexDelete: "v.*"
    keepN: 3
    evidence: { externalReferences: [{ from: "https://inventory.example.com/images.json", headers: { authorization: "${SECRETS.REFERENCES}" }, maxAge: 1h }] }
`;

  test('P10 has none of its secrets, in the file and in the settings of a namespace', () => {
    const configuration = load(secretive);
    const shown = new RunningConfiguration(configuration, () => configuration, collectingLogger([]));
    const [namespace] = shown.workConfigurations().map((one) => one.namespace);
    const texts = [shown.shown(), shown.effective(namespace as Namespace)].map((one) => JSON.stringify(one));
    expect(texts[0]).toContain('https://login.example.com');
    expect(texts[1]).toContain('"keepN":3');
    expect(texts[1]).toContain('owners.example.com');
    for (const [name, secret] of Object.entries(SECRETS))
      expect([name, texts.map((text) => text.includes(secret))]).toEqual([name, [false, false]]);
  });

  test('P10 is the one in force after a reload; a namespace that is not configured has none', () => {
    const before = running.shown();
    file = yaml({ minimumAge: '31d' });
    running.reload('olga');
    expect(running.shown().hash).not.toBe(before.hash);
    expect(running.effective(HERE as Namespace)).toMatchObject({
      minimumAgeMs: 31 * 24 * 3_600_000,
      retention: expect.anything(),
    });
    expect(running.effective(THERE as Namespace)).toBeUndefined();
  });
});
