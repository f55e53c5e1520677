/** A listing that does not show a template is no proof that its versions are gone. */
import { expect, test } from '@jest/globals';
import { DAY, HERE, TEMPLATES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll({ keepsAnswers: false });
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

const options = (keep = '') => ({
  cleanup: `[
    { type: launchTemplate, accounts: [test], live: true, when: [{ rule: unused }], unusedFor: 14d },
    { type: launchTemplateVersion, accounts: [test], live: true, when: [{ rule: unused }], unusedFor: 14d, keepNewest: off${keep} }]`,
  defaults,
});

test.each([0, 1, 2, 3, 4])(
  'Law 2 the listing number %i of templates shows none → a version that an entry keeps keeps its template',
  async (nth) => {
    await world.reset(options());
    const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
    const seed = { LaunchTemplateName: 'web', CreateTime, tags: { owner: 'ann@example.com' } };
    world.sandbox.control.addLaunchTemplates(HERE, [{ ...seed, versions: [{ KeyName: 'a' }, { KeyName: 'b' }] }]);
    await world.pass('mark', TEMPLATES);
    await world.watched(14, TEMPLATES);
    await world.pass('mark', TEMPLATES);
    await world.notify(TEMPLATES);
    await world.watched(11, TEMPLATES);
    await world.configure(options(', keep: [{ attribute: { versionNumber: 1 } }]'));
    if (nth > 0)
      world.sandbox.control.addFault({ kind: 'empty', operation: 'DescribeLaunchTemplates', nth, times: 1 } as never);
    await world.pass('delete', TEMPLATES);
    expect(world.writes().map(({ operation }) => operation)).not.toContain('DeleteLaunchTemplate');
  },
);
