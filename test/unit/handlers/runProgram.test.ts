/** Programs that print credentials: real processes. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { forCredentials, forManifests, forPrograms } from '../../../src/handlers/programs/environment.ts';
import { runProgram } from '../../../src/handlers/programs/runProgram.ts';

const node = (script: string) => ({ command: process.execPath, args: ['-e', script], inherits: [] as string[] });
const forever = node('setInterval(() => undefined, 1000)');
const never = () => new AbortController().signal;

describe('a program that prints credentials', () => {
  test('R8 it reads its standard input, and its output is the answer', async () => {
    const cat = node('process.stdin.pipe(process.stdout)');
    expect(await runProgram({ ...cat, input: 'registry.example.com' }, never())).toBe('registry.example.com');
  });

  test('R8 one that never ends is killed, and the error says after how long', async () => {
    const failure = runProgram({ ...forever, longestMs: 200 }, never());
    await expect(failure).rejects.toMatchObject({ name: 'ProgramError', message: 'it does not end within 0.2 s' });
  });

  test('R8 the end of the pass ends it', async () => {
    const ending = new AbortController();
    const failure = runProgram(forever, ending.signal);
    ending.abort(new Error('the pass ends'));
    await expect(failure).rejects.toThrow('the pass ends');
  });

  test('R8 one that prints without end is stopped, and its output is not in the error', async () => {
    const failure = runProgram(node('setInterval(() => process.stdout.write("hunter2 ".repeat(50_000)))'), never());
    await expect(failure).rejects.toThrow(/^(?!.*hunter2).+$/);
  });
});

describe('the environment of a program', () => {
  const before = { ...process.env };
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  });
  const printed = async (inherits: readonly string[], env = {}) => {
    const print = node('process.stdout.write(JSON.stringify(process.env))');
    return JSON.parse(await runProgram({ ...print, inherits, env }, never())) as Record<string, string>;
  };
  const secrets = {
    HOLYSTONE_LINK_KEY: 'hunter2',
    SIGNING_KEY: 'hunter2',
    REDIS_URL: 'redis://:hunter2@redis:6379',
    SMTP_PASSWORD: 'hunter2',
    GITLAB_TOKEN: 'hunter2',
    HELM_KUBETOKEN: 'hunter2',
    NODE_AUTH_TOKEN: 'hunter2',
    NODE_OPTIONS: '',
    SSH_AUTH_SOCK: '/run/hunter2',
    // Its name is allowed, its value is not.
    HTTPS_PROXY: 'http://janitor:hunter2@proxy.example:3128',
    http_proxy: 'http://hunter2@proxy.example:3128',
    ALL_PROXY: 'janitor:hunter2@proxy.example:3128',
    no_proxy: 'http://janitor:hunter2/@proxy.example',
    LC_HUNTER: 'hunter2',
  };
  const clouds = {
    AWS_ACCESS_KEY_ID: 'hunter2',
    AWS_SECRET_ACCESS_KEY: 'hunter2',
    AWS_SESSION_TOKEN: 'hunter2',
    AZURE_CLIENT_SECRET: 'hunter2',
    CLOUDSDK_AUTH_ACCESS_TOKEN: 'hunter2',
  };

  test.each([
    ['that prints manifests', forManifests],
    ['that prints credentials', forCredentials('get-token')],
    ['named like another maker’s', forCredentials('docker-credential-pass')],
  ])('Q3 R8 a program %s gets no key, token or password of ours', async (_what, inherits) => {
    Object.assign(process.env, secrets, clouds);
    expect(JSON.stringify(await printed(inherits))).not.toContain('hunter2');
  });

  test('Q3 helm finds its folders, the proxy and the certificates', async () => {
    const places = {
      HELM_CACHE_HOME: '/work/helm',
      HELM_PLUGINS: '/plugins',
      no_proxy: '.example',
      https_proxy: 'http://proxy.example:3128',
      SSL_CERT_FILE: '/etc/ca.pem',
      XDG_CACHE_HOME: '/work/cache',
    };
    Object.assign(process.env, places);
    expect(await printed(forManifests)).toMatchObject({ ...places, PATH: process.env.PATH });
  });

  test.each([
    ['aws', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']],
    ['/usr/local/bin/aws-iam-authenticator', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']],
    ['docker-credential-ecr-login', ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']],
    ['gke-gcloud-auth-plugin', ['CLOUDSDK_AUTH_ACCESS_TOKEN']],
    ['kubelogin', ['AZURE_CLIENT_SECRET']],
  ])('R8 %s gets the keys of its own cloud only', async (command, keys) => {
    Object.assign(process.env, secrets, clouds);
    const got = Object.entries(await printed(forCredentials(command))).filter(([, value]) => value === 'hunter2');
    expect(got.map(([name]) => name)).toEqual(keys);
  });

  test('R8 every program that prints credentials finds who it is', async () => {
    const places = {
      AWS_PROFILE: 'janitor',
      AWS_WEB_IDENTITY_TOKEN_FILE: '/run/token',
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/janitor',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://169.254.170.23/v1/credentials',
      GOOGLE_APPLICATION_CREDENTIALS: '/run/gcp.json',
      DOCKER_CONFIG: '/run/docker',
    };
    Object.assign(process.env, places);
    expect(await printed(forCredentials('get-token'))).toMatchObject(places);
  });

  test('Q3 R8 what somebody wrote for a program it gets, also in the place of an inherited one', async () => {
    const env = { VAULT_TOKEN: 'given', HTTPS_PROXY: 'http://janitor:given@proxy.example:3128', HOME: '/elsewhere' };
    expect(await printed(forManifests, env)).toMatchObject(env);
  });

  test('R8 the names that stay in the process itself are those that some program may have', () => {
    const all = [forManifests, forCredentials('aws'), forCredentials('gcloud'), forCredentials('az')].flat();
    expect([...new Set(all)].sort()).toEqual([...new Set(forPrograms)].sort());
  });
});
