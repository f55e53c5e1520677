/** The files of deploy/, as data. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const DEPLOY = join(import.meta.dirname, '../../deploy');

export function deployText(path: string): string {
  return readFileSync(join(DEPLOY, path), 'utf8');
}

/** The text of every file in a folder of deploy/. */
export function deployTexts(folder: string): readonly string[] {
  return readdirSync(join(DEPLOY, folder)).map((name) => deployText(join(folder, name)));
}

export interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly template?: {
      readonly spec: { readonly securityContext: object; readonly containers: readonly [Container] };
    };
    readonly ports?: readonly { readonly targetPort: string }[];
  };
}

/** The plain manifests of Kubernetes. */
export const manifests: readonly Manifest[] = parseAllDocuments(deployText('kubernetes/holystone.yaml')).map(
  (document) => document.toJS(),
);

/** @throws when there is no such manifest */
export function manifest(kind: string, name = 'holystone'): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`no ${kind} ${name}`);
  return found;
}

/** @throws when the manifest has none */
export function containerOf({ kind, spec }: Manifest): Container {
  const [container] = spec?.template?.spec.containers ?? [];
  if (!container) throw new Error(`${kind} has no container`);
  return container;
}

/** The configuration of the plain manifests, as text. */
export const configurationText = manifest('ConfigMap').data?.['holystone.yaml'] ?? '';

/** The values of the chart. */
export const values: Readonly<Record<string, unknown>> = parse(deployText('helm/holystone/values.yaml'));

/** Values for every variable that the daemon's container gets. */
export const variables: Readonly<Record<string, string>> = Object.fromEntries(
  containerOf(manifest('Deployment')).env.map(({ name }) => {
    return [
      name,
      name.endsWith('_URL')
        ? `${name.slice(0, -4).toLowerCase()}://127.0.0.1:1`
        : `${name} `.repeat(3).trim().replaceAll(' ', '-'),
    ];
  }),
);
