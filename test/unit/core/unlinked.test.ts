import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { unlinked, unlinkedId, unlinkedName } from '../../../src/core/text/unlinked.ts';

describe('a text of strangers in a message', () => {
  test.each([
    ['<http://evil.example|click>', '<http[:]//evil[.]example|click>'],
    ['HTTPS://evil.example/x?a=b.c', 'HTTPS[:]//evil[.]example/x?a=b[.]c'],
    ['[click](https://evil.example)', '[click](https[:]//evil[.]example)'],
    ['x-app+1://evil', 'x-app+1[:]//evil'],
    ['www.evil.example', 'www[.]evil[.]example'],
    ['see evil.example/x now', 'see evil[.]example/x now'],
    ['evil.example:8080', 'evil[.]example[:]8080'],
    ['evil。example/x', 'evil[。]example/x'],
    ['bücher.example/x', 'bücher[.]example/x'],
    ['mailto:eve@evil.example', 'mailto[:]eve@evil[.]example'],
    ['http://a.example http://b.example', 'http[:]//a[.]example http[:]//b[.]example'],
    ['call tel:+4912345 or sip:eve@evil.example', 'call tel[:]+4912345 or sip[:]eve@evil[.]example'],
    ['\\\\evil\\share', '[\\\\]evil\\share'],
    ['webcal:evil.example and sips:eve@evil.example', 'webcal[:]evil[.]example and sips[:]eve@evil[.]example'],
  ])('P3 %j has no link: %j', (text, shown) => {
    expect(unlinked(text)).toBe(shown);
  });

  test.each(['shop-v1.2.3', 'node.js', 'arn:aws:s3:::shop', 'a/b', '10.0.0.0/8', 'shop: 12:30', 'ann@example.com'])(
    'P3 %j is as it was',
    (text) => {
      expect(unlinked(text)).toBe(text);
    },
  );

  test.each([
    ['evil.com', 'evil[.]com'],
    ['Reset your password: login.evil.co.uk.', 'Reset your password: login[.]evil[.]co[.]uk.'],
    ['evil.example/x', 'evil[.]example/x'],
    ['EVIL.RU!', 'EVIL[.]RU!'],
    ['invoice.zip', 'invoice[.]zip'],
    ['login.shop.support and x.evil.tech', 'login[.]shop[.]support and x[.]evil[.]tech'],
    ['evil.xn--p1ai', 'evil[.]xn--p1ai'],
    ['пример.рф', 'пример[.]рф'],
    ['例え.テスト', '例え[.]テスト'],
    ['shop-v1.2.3', 'shop-v1.2.3'],
    ['deploy.sh, README.md and web.tar.gz', 'deploy.sh, README.md and web.tar.gz'],
    ['nodes.shop.k8s.local', 'nodes.shop.k8s.local'],
    ['ann@example.com', 'ann@example.com'],
    ['profile: a', 'profile: a'],
  ])('P3 the name %j has no link: %j', (text, shown) => {
    expect(unlinkedName(text)).toBe(shown);
  });

  test('P3 an id stays as people copy it, unless it has a scheme', () => {
    expect(unlinkedId('networking.k8s.io/Ingress/shop/web')).toBe('networking.k8s.io/Ingress/shop/web');
    expect(unlinkedId('http://evil.example')).toBe('http[:]//evil[.]example');
  });

  test.each(['W', 'a.', '.', 'a-', '1', 'a+'])('P3 a word of a million %j ends, and is as it was', (part) => {
    const word = part.repeat(1_000_000 / part.length);
    expect(unlinkedName(word)).toBe(word);
  });

  test('P3 no text has an address with a scheme afterwards', () => {
    const word = fc.constantFrom(
      'http',
      'https',
      '://',
      ':',
      '/',
      '//',
      'www.',
      '.',
      'evil',
      'com',
      '<',
      '|',
      '>',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(unlinked(words.join(''))).not.toMatch(/[a-z]:\/\/|www\./i);
      }),
    );
  });
});
