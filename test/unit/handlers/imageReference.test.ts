/** How programs name container images, and by which names a tag is found in use. */
import { expect, test } from '@jest/globals';
import { ecrHost, oneEcrHost } from '../../../src/handlers/aws/resources/ecrHost.ts';
import { imageAliases, imageHost, readReference } from '../../../src/handlers/images/reference.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

test.each([
  ['nginx', ['docker.io/library/nginx:latest']],
  ['shop/web:1', ['docker.io/shop/web:1']],
  ['index.docker.io/shop/web:1', ['docker.io/shop/web:1']],
  ['localhost/shop:1', ['localhost/shop:1']],
  ['Registry.example.com:443/shop/web:1', ['registry.example.com/shop/web:1']],
  ['registry.example.com:5000/shop/web', ['registry.example.com:5000/shop/web:latest']],
  [`hub.example.com/shop/web@${DIGEST}`, [`hub.example.com/shop/web@${DIGEST}`]],
  [`hub.example.com/web:1@${DIGEST}`, ['hub.example.com/web:1', `hub.example.com/web@${DIGEST}`]],
])('R22 the reference %s names %j', (text, aliases) => {
  const read = readReference(text);
  expect(read && imageAliases(read)).toEqual(aliases);
});

test.each(['', ' ', ':1', `@${DIGEST}`])('R22 the text "%s" names no image', (text) => {
  expect(readReference(text)).toBeUndefined();
});

test('R22 the host of a registry account and of a reference to it are one', () => {
  expect(imageHost('registry-1.docker.io')).toBe(readReference('nginx')?.host);
  expect(imageHost('HUB.example.com:443')).toBe(readReference('hub.example.com/web')?.host);
});

test.each([
  ['111111111111.dkr.ecr.us-east-1.amazonaws.com', 'us-east-1'],
  ['111111111111.dkr.ecr-fips.us-gov-west-1.amazonaws.com', 'us-gov-west-1'],
  ['111111111111.dkr-ecr.eu-west-1.on.aws', 'eu-west-1'],
  ['111111111111.dkr.ecr.cn-north-1.amazonaws.com.cn', 'cn-north-1'],
])('R22 the registry of ECR has one name, also as %s', (host, region) => {
  expect(oneEcrHost(host)).toBe(ecrHost('111111111111', region));
});

test('R22 another host keeps its name', () => {
  expect(oneEcrHost('dkr.ecr.us-east-1.amazonaws.com.evil.example')).toBe(
    'dkr.ecr.us-east-1.amazonaws.com.evil.example',
  );
});
