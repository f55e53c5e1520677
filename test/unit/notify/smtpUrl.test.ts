import { describe, expect, test } from '@jest/globals';
import { parseSmtpUrl } from '../../../src/notify/mail/smtpUrl.ts';

describe('SMTP URL', () => {
  test('its address has no credentials', () => {
    expect(parseSmtpUrl('smtps://dana:s3cret@mail.example.com:465/?tls.servername=x').address).toBe(
      'smtps://mail.example.com:465',
    );
  });

  test.each(['', 'mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://u:hunter2@'])(
    '%j is refused, without repeating it',
    (url) => {
      expect(() => parseSmtpUrl(url)).toThrow(
        new TypeError('the SMTP server must be given as smtp://host:port or smtps://host:port'),
      );
    },
  );

  test('the password is concealed in every form in which it travels', () => {
    const { conceal } = parseSmtpUrl('smtp://dana:p%40ss-word@mail.example.com');
    const plain = Buffer.from('\0dana\0p@ss-word').toString('base64');
    const login = Buffer.from('p@ss-word').toString('base64');
    expect(conceal(`p@ss-word ${plain} ${login} p%40ss-word`)).toBe('*** *** *** ***');
  });
});
