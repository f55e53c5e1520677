import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  MAX_TOKEN_LENGTH,
  type MessageClaims,
  type OptOutClaims,
  sign,
  signButton,
  signMessage,
  verify,
  verifyButton,
  verifyMessage,
} from '../../../src/core/owner/optOutToken.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { optOutKey } from '../../support/optOutKey.ts';

const now = Date.UTC(2026, 5, 1);
const key = optOutKey('a secret that is long enough');
const older = optOutKey('another secret, of last year');
const claims: OptOutClaims = {
  namespace: namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' }),
  id: 'ami-0123456789abcdef0',
  owner: 'Dana+cloud@example.com',
  generation: 'g-1',
  expiresAt: now + 86_400_000,
};

/** Replaces one character by another one of the URL-safe alphabet. */
function alter(token: string, at: number): string {
  const other = token[at] === 'A' ? 'B' : 'A';
  return token.slice(0, at) + other + token.slice(at + 1);
}

/** A token of ours with any payload. */
function signedText(payload: string): string {
  const text = `h1.${key.id}.${Buffer.from(payload).toString('base64url')}`;
  return `${text}.${createHmac('sha256', key.secret).update(text).digest('base64url')}`;
}

describe('opt-out token', () => {
  test('P7 verification returns the signed claims for any characters in an id, a group or an owner', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, fc.option(text, { nil: undefined }), fc.boolean(), (id, owner, group, german) => {
        const language = german ? ({ language: 'de' } as const) : {};
        const signed: OptOutClaims = { ...claims, id, owner, ...(group === undefined ? {} : { group }), ...language };
        expect(verify(sign(signed, key), [key], now)).toEqual({ kind: 'valid', claims: signed });
      }),
    );
  });

  test('P7 a token needs no encoding in a URL', () => {
    const token = sign({ ...claims, id: 'team/app:ä%?&#"<' }, key);
    expect(encodeURIComponent(token)).toBe(token);
  });

  test('P8 no single character of a token can be changed', () => {
    const token = sign(claims, key);
    const kinds = Array.from(token, (_, at) => verify(alter(token, at), [key, older], now).kind);
    expect(new Set(kinds)).toEqual(new Set(['invalid']));
  });

  test('P8 the unused bits of the last character do not make a second spelling of the same token', () => {
    const token = sign(claims, key);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = [...alphabet].filter((last) => verify(token.slice(0, -1) + last, [key], now).kind === 'valid');
    expect(accepted).toEqual([token.at(-1)]);
  });

  test('P8 claims of one token do not fit the signature of another', () => {
    const mine = sign(claims, key).split('.');
    const foreign = sign({ ...claims, id: 'ami-of-somebody-else' }, key).split('.');
    const mixed = [mine[0], mine[1], foreign[2], mine[3]].join('.');
    expect(verify(mixed, [key], now).kind).toBe('invalid');
  });

  test('P8 a token of another installation is refused, also under the same key id', () => {
    const stranger = { id: key.id, secret: 'the secret of somebody else' };
    expect(verify(sign(claims, stranger), [key], now).kind).toBe('invalid');
  });

  test('P8 an expired token says until when it was valid, and in which language its message was', () => {
    const token = sign({ ...claims, language: 'de' }, key);
    expect(verify(token, [key], claims.expiresAt - 1).kind).toBe('valid');
    expect(verify(token, [key], claims.expiresAt)).toEqual({
      kind: 'expired',
      expiredAt: claims.expiresAt,
      language: 'de',
    });
  });

  test('P8 an expired token with a wrong signature is invalid, not expired', () => {
    const token = alter(sign({ ...claims, expiresAt: now - 1 }, key), 40);
    expect(verify(token, [key], now).kind).toBe('invalid');
  });

  test('P8 after a rotation tokens of both keys are accepted, after its end only those of the new one', () => {
    const [before, after] = [sign(claims, older), sign(claims, key)];
    const kinds = (keys: (typeof key)[]) => [verify(before, keys, now).kind, verify(after, keys, now).kind];
    expect(kinds([key, older])).toEqual(['valid', 'valid']);
    expect(kinds([key])).toEqual(['invalid', 'valid']);
  });

  test('P8 rubbish is refused, however long', () => {
    const rubbish = ['', '.', '...', 'h1..x.y', 'h1.a.b.c', ' ', '\0', `h1.${key.id}.${'A'.repeat(10_000_000)}`];
    expect(rubbish.map((token) => verify(token, [key], now).kind)).toEqual(rubbish.map(() => 'invalid'));
  });

  test('P8 a signed payload that is no claims is refused', () => {
    const forged = sign({ ...claims, namespace: 'aws:too:short' as OptOutClaims['namespace'] }, key);
    expect(verify(forged, [key], now).kind).toBe('invalid');
  });

  test('an id that makes the link too long is refused when it is signed', () => {
    expect(() => sign({ ...claims, id: 'x'.repeat(MAX_TOKEN_LENGTH) }, key)).toThrow(RangeError);
  });

  test('P8 a token of ours is no longer than allowed, and whole: nothing stands before or behind it', () => {
    // Base64 makes four characters of three.
    const room = ((MAX_TOKEN_LENGTH - sign({ ...claims, id: 'xyz' }, key).length) * 3) / 4;
    const longest = sign({ ...claims, id: 'x'.repeat(3 + Math.floor(room)) }, key);
    expect(longest).toHaveLength(MAX_TOKEN_LENGTH);
    expect(verify(longest, [key], now).kind).toBe('valid');
    const tooLong = signedText(JSON.stringify([claims.namespace, 'x'.repeat(4_000), 'ann', now + 1, null, null]));
    const token = sign(claims, key);
    for (const other of [tooLong, `${token}A`, `A${token}`, `${token} `]) {
      expect(verify(other, [key], now).kind).toBe('invalid');
    }
  });

  test('P8 a payload of ours that is no JSON, or whose language is none, is read as far as it can be', () => {
    expect(verify(signedText('{'), [key], now).kind).toBe('invalid');
    const [of, end] = [
      [claims.namespace, claims.id, claims.owner, claims.expiresAt],
      ['shop', null],
    ];
    const { generation: _generation, ...rest } = claims;
    const read = { kind: 'valid', claims: { ...rest, group: 'shop' } };
    expect(verify(signedText(JSON.stringify([...of, ...end, 'tlh'])), [key], now)).toStrictEqual(read);
    expect(verify(sign({ ...rest, group: 'shop' }, key), [key], now)).toStrictEqual(read);
    expect(verify(sign(claims, key), [key], now)).toStrictEqual({ kind: 'valid', claims });
  });

  test('what is too long for a link is named', () => {
    const owner = 'x'.repeat(MAX_TOKEN_LENGTH);
    const message = { messageId: '<1@x>', owner, expiresAt: now };
    expect(() => sign({ ...claims, owner }, key)).toThrow(
      /^the opt-out link of a resource in aws:test:us-east-1:image would have \d{4} /,
    );
    expect(() => signMessage(message, key)).toThrow(/^the opt-out link of a message would have/);
    expect(() => signButton(message, key)).toThrow(/^the opt-out link of a button would have/);
  });
});

describe('token of a message', () => {
  const message: MessageClaims = { messageId: '<d-1@holystone>', owner: claims.owner, expiresAt: claims.expiresAt };

  test('P7 verification returns the signed message claims for any characters in the owner', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (owner) => {
        const signed = { ...message, owner, language: 'de' } as const;
        expect(verifyMessage(signMessage(signed, key), [key], now)).toEqual({ kind: 'valid', claims: signed });
      }),
    );
  });

  test('P8 it decides about no single resource, and the token of a resource about no message', () => {
    const kinds = [verify(signMessage(message, key), [key], now), verifyMessage(sign(claims, key), [key], now)];
    expect(kinds.map(({ kind }) => kind)).toEqual(['invalid', 'invalid']);
  });

  test('L92 what a button carries is no link, and a link is no button; it expires as a link does', () => {
    const button = signButton({ ...message, language: 'de' }, key);
    expect(verifyButton(button, [older, key], now)).toEqual({ kind: 'valid', claims: { ...message, language: 'de' } });
    const links = [verify(button, [key], now), verifyMessage(button, [key], now)];
    const buttons = [verifyButton(signMessage(message, key), [key], now), verifyButton(sign(claims, key), [key], now)];
    expect([...links, ...buttons].map(({ kind }) => kind)).toEqual(['invalid', 'invalid', 'invalid', 'invalid']);
    expect(verifyButton(button, [key], message.expiresAt).kind).toBe('expired');
    expect(verifyButton(button, [older], now).kind).toBe('invalid');
  });

  test('P8 a token with one changed character is invalid, and tokens expire', () => {
    const token = signMessage(message, key);
    const kinds = Array.from(token, (_, at) => verifyMessage(alter(token, at), [key, older], now).kind);
    expect(new Set(kinds)).toEqual(new Set(['invalid']));
    expect(verifyMessage(token, [key], message.expiresAt).kind).toBe('expired');
  });
});
