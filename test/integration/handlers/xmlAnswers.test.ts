/** Every answer in XML of the sandbox to a plan of each type, read by the SDK, too. */
import { expect, test } from '@jest/globals';
import { type Compared, comparing } from '../../support/comparedWithSdk.ts';
import { EVERYTHING } from '../../support/graph/everything.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { InProcessClients } from '../../support/inProcess.ts';
import { EXHAUSTIVE } from '../../support/sampled.ts';

const TIMEOUT = 300_000;

const surveyed = surveyedForAll();

/** Between them they send nearly every call in XML. */
const TYPES = EXHAUSTIVE ? Object.keys(EVERYTHING) : ['cdkS3Asset', 'image', 'loadBalancerV2', 'networkInterface'];

test.each(TYPES)(
  'Law 1 every answer to a plan of %s says what it says to the SDK',
  async (type) => {
    const everything = EVERYTHING[type];
    if (!everything) throw new Error(`nothing is known about everything of ${type}`);
    surveyed.clear();
    await everything.build(surveyed, 2);
    const compared: Compared[] = [];
    const clients = new InProcessClients(surveyed.sandbox, (key, client) => {
      if (key.startsWith('aws/')) comparing(client, compared);
    });
    await surveyed.plan(everything.entry(surveyed), { clients });
    clients.close();
    expect(compared.length).toBeGreaterThan(3);
    expect(compared.map(({ own }) => own)).toStrictEqual(compared.map(({ sdk }) => sdk));
  },
  TIMEOUT,
);
