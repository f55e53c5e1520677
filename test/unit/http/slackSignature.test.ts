import { expect, test } from '@jest/globals';
import { signedAt } from '../../../src/http/public/slack/routes.ts';
import { isOfSlack } from '../../../src/notify/webhook/slackDoor.ts';

/** The example of https://docs.slack.dev/authentication/verifying-requests-from-slack */
const BODY =
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
const HEADERS = {
  'x-slack-request-timestamp': '1531420618',
  'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
};

test('L93 the signature in the documentation of Slack counts for five minutes, to both sides', () => {
  const at = 1_531_420_618_000;
  const read = (now: number) => signedAt('8f742231b10e8888abcd99yyyzzz85a5', HEADERS, Buffer.from(BODY), now);
  expect([at, at + 300_000, at - 300_000].map(read)).toEqual([at, at, at]);
  expect([at + 300_001, at - 300_001].map(read)).toEqual([undefined, undefined]);
});

const API = 'https://slack.com/api';
test.each([
  ['https://hooks.slack.com/actions/T0/1/x', API, true],
  ['https://hooks.slack.com/actions/T0/1/x', 'https://proxy.example.com/slack', true],
  ['https://hooks.slack-gov.com/actions/T0/1/x', 'https://slack-gov.com/api', true],
  ['http://127.0.0.1:8080/actions', 'http://127.0.0.1:8080/api', true],
  ['http://127.0.0.1:8081/actions', 'http://127.0.0.1:8080/api', false],
  ['http://hooks.slack.com/actions/T0/1/x', API, false],
  ['https://hooks.slack.com:8443/actions', API, false],
  ['https://hooks.slack.com@evil.example/actions', API, false],
  ['https://user:pass@hooks.slack.com/actions', API, false],
  ['https://hooks.slack.com.evil.example/actions', API, false],
  ['https://evil.example/?https://hooks.slack.com/', API, false],
  ['https://hooks.slack-gov.com/actions/T0/1/x', API, false],
  ['https://169.254.169.254/latest/meta-data', API, false],
  ['file:///etc/passwd', API, false],
  ['/actions', API, false],
  ['', API, false],
])('L95 an answer to %s with the API at %s: %s', (address, api, isAllowed) => {
  expect(isOfSlack(address, api)).toBe(isAllowed);
});
