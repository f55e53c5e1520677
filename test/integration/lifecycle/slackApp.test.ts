/** An app of Slack in the place of the transport that counts: nobody told, nothing goes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY, HOUR, World } from '../../support/awsWorld.ts';
import { SLACK_TOKEN, type SlackServer, startSlack } from '../../support/slackServer.ts';

let world: World;
let slack: SlackServer;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  slack = await startSlack();
  const app = `{ type: slackApp, name: people, url: "${slack.url}", token: ${SLACK_TOKEN}, links: true }`;
  await world.reset({ top: `notify: { required: people, transports: [${app}] }` });
});
afterEach(() => slack.close());

test('L90 L91 Slack does not know the owner → no notice, and nothing goes; once it does, the image goes after its retention', async () => {
  const [image = ''] = world.addImages(1);
  await world.pass('mark');
  await expect(world.notify()).rejects.toThrow('Slack says users_not_found');
  expect(await world.markOf(image)).toMatchObject({ state: 'marked' });
  world.clock.advance(20 * DAY);
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);

  slack.people.set('ann@example.com', { id: 'U0ANN' });
  await world.pass('mark');
  await world.notify();
  expect(await world.markOf(image)).toMatchObject({ state: 'noticed', notice: { recipient: 'ann@example.com' } });
  expect(slack.posted).toMatchObject([{ channel: 'U0ANN', text: expect.stringContaining(image) }]);
  expect(slack.posted[0]?.text).toMatch(/<http[^|>]+\|app-\w+>/);
  await world.watched(11);
  world.clock.advance(HOUR);
  await world.pass('mark');
  await world.pass('delete');
  expect(world.deregistered()).toEqual([image]);
});
