/** A member that a call does not decode: the compiler has no value for it. The lines with an error that is expected are the test. */
import type { Instance } from '@aws-sdk/client-ec2';
import { expect, test } from '@jest/globals';
import { type Decoded, decoding } from '../../../src/handlers/aws/calls/decoded.ts';
import { ec2 } from '../../../src/handlers/aws/calls/ec2.ts';

const MEMBERS = { ImageId: true, State: { Name: true } } as const;
type Launched = Decoded<Instance, typeof MEMBERS>;

const imageOf = ({ ImageId }: Launched): string | undefined => ImageId;
const stateOf = ({ State }: Launched): string | undefined => State?.Name;
// @ts-expect-error the network is not decoded
const networkOf = ({ VpcId }: Launched): string | undefined => VpcId;
// @ts-expect-error the code of the state is not decoded
const codeOf = ({ State }: Launched): number | undefined => State?.Code;
const whole = ({ VpcId }: Instance): string | undefined => VpcId;
// @ts-expect-error code that uses any member of an instance takes none of which a part is decoded
const ofWhole: (launched: Launched) => string | undefined = whole;

test('Law 13 a call that decodes a part is the same call, with its members written down', () => {
  const call = decoding(ec2.describeInstances, { Instances: MEMBERS });
  expect(call).toEqual({
    ...ec2.describeInstances,
    decoded: { list: 'Reservations', members: { Instances: MEMBERS } },
  });
  expect([imageOf, stateOf, networkOf, codeOf, ofWhole].map((read) => read({}))).toEqual(Array(5).fill(undefined));
});
