import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { handlers } from '../../../src/handlers/index.ts';
import {
  configurationText,
  containerOf,
  deployText,
  deployTexts,
  manifest,
  manifests,
  values,
  variables,
} from '../../support/deployFiles.ts';

const daemon = containerOf(manifest('Deployment'));
const redis = containerOf(manifest('StatefulSet', 'holystone-redis'));
const root = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the manifests of Kubernetes', () => {
  test('the configuration loads with the variables of the container, as a dry run that serve takes', () => {
    const configuration = loadConfiguration(
      { text: configurationText, file: 'holystone.yaml' },
      { env: variables, handlers },
    );
    expect(configuration).toMatchObject({ dryRun: true, serveRefuses: [], warnings: [] });
  });

  test('every variable of the container is one that the configuration or another variable names', () => {
    const text = `${configurationText} ${daemon.env.map(({ value = '' }) => value).join(' ')}`;
    const unused = daemon.env.filter(({ name }) => !text.includes(`\${${name}}`) && !text.includes(`$(${name})`));
    expect(unused).toEqual([]);
  });

  test('the ports are those of the configuration, and the services lead to them', () => {
    const { http } = parse(configurationText);
    expect(daemon.ports).toEqual([
      { name: 'public', containerPort: http.public.port },
      { name: 'operator', containerPort: http.operator.port },
    ]);
    const targets = ['holystone', 'holystone-operator'].flatMap((name) => manifest('Service', name).spec?.ports ?? []);
    expect(targets.map(({ targetPort }) => targetPort)).toEqual(daemon.ports.map(({ name }) => name));
  });

  test('the definitions are on the volume of the image', () => {
    const { definitions } = parse(configurationText);
    expect(daemon.volumeMounts).toContainEqual({ name: 'data', mountPath: definitions.dir });
    expect(root('docker/Dockerfile')).toContain(`\nVOLUME ${definitions.dir}\n`);
  });

  test.each([
    ['Deployment', 'holystone'],
    ['StatefulSet', 'holystone-redis'],
  ])('%s %s runs without root, capabilities and a writable root', (kind, name) => {
    const found = manifest(kind, name);
    expect(found.spec?.template?.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(containerOf(found).securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('Redis has the settings and the user of docker/compose.yaml', () => {
    const { services } = parse(root('docker/compose.yaml'), { merge: true });
    const ofCompose: readonly string[] = services.redis.command;
    expect(redis.args).toEqual(ofCompose.map((one) => one.replaceAll('$$', '$')));
  });

  test('the kustomization names every manifest', () => {
    expect(parse(deployText('kubernetes/kustomization.yaml')).resources).toEqual(['namespace.yaml', 'holystone.yaml']);
    expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  });
});

describe('the chart', () => {
  const templates = deployTexts('helm/holystone/templates').join('\n');
  const named = new Set([...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path));

  /** Down to lists, empty mappings and the values that a template takes whole. */
  function leaves(value: unknown, path: string): readonly string[] {
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value) && !named.has(path);
    const entries = isBranch ? Object.entries(value) : [];
    return entries.length === 0 ? [path] : entries.flatMap(([key, item]) => leaves(item, `${path}.${key}`));
  }

  const paths = Object.entries(values).flatMap(([key, value]) => leaves(value, key));

  test('uses every value, and no other', () => {
    expect(paths.filter((path) => !named.has(path))).toEqual([]);
    const whole = (path: string) => paths.some((leaf) => path === leaf || path.startsWith(`${leaf}.`));
    expect([...named].filter((path) => !whole(path))).toEqual([]);
  });

  test('has the configuration of the plain manifests', () => {
    expect(values.config).toEqual(parse(configurationText));
  });

  test('has the version of the package', () => {
    const { version } = JSON.parse(root('package.json'));
    const { version: chart, appVersion } = parse(deployText('helm/holystone/Chart.yaml'));
    expect([chart, appVersion]).toEqual([version, version]);
    expect(parse(deployText('kubernetes/kustomization.yaml')).images[0].newTag).toBe(version);
  });
});

describe('the unit of systemd', () => {
  const unit = deployText('systemd/holystone.service');

  test('starts the daemon, reloads it with SIGHUP, and gives it the time that it needs to stop', () => {
    expect(unit).toContain('dist/main.js serve --config /etc/holystone/holystone.yaml');
    expect(unit).toContain('ExecReload=/bin/kill -HUP $MAINPID');
    expect(Number(/TimeoutStopSec=(\d+)s/.exec(unit)?.[1])).toBeGreaterThan(30);
  });
});
