import { AwsError } from '../../collections/errors.ts';
import type { ImageRow } from '../../seeds/imageSeeds.ts';
import type { Call } from '../../store/call.ts';
import { type Ec2Handlers, stopIfDryRun } from './common.ts';
import { ownImage } from './images.ts';

/**
 * Disables and enables images. AWS does not document a request for the current state: here it succeeds, as in moto.
 * Deregistration protection does not prevent it, and a disabled image may be deregistered:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/disable-an-ami.html
 */
export const imageStates: Ec2Handlers = {
  /**
   * "Sets the AMI state to disabled and removes all launch permissions from the AMI … Only the AMI owner can":
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DisableImage.html
   */
  DisableImage(input, call) {
    const row = changeable(input.ImageId, call);
    stopIfDryRun(input);
    put({ image: { ...row.image, State: 'disabled', Public: false }, launchPermissions: [] }, call);
    return { Return: true };
  },

  /**
   * "accounts, organizations, and Organizational Units that lost access … do not regain access automatically":
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EnableImage.html
   */
  EnableImage(input, call) {
    const row = changeable(input.ImageId, call);
    stopIfDryRun(input);
    put({ ...row, image: { ...row.image, State: 'available' } }, call);
    return { Return: true };
  },
};

function put(row: ImageRow, { here }: Call): void {
  here.images.put(row.image.ImageId ?? '', row);
}

function changeable(id: string | undefined, call: Call): ImageRow {
  const row = ownImage(id, call);
  if (row.image.State !== 'available' && row.image.State !== 'disabled') throw notInState(row);
  return row;
}

/** "A disabled AMI can't be shared" (User Guide, above). */
export function refuseSharing(row: ImageRow): void {
  if (row.image.State === 'disabled') throw notInState(row);
}

/**
 * "… or is not in a state from which you can launch an instance or modify attributes":
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html, InvalidAMIID.Unavailable
 */
function notInState({ image: { ImageId, State } }: ImageRow): AwsError {
  return new AwsError('InvalidAMIID.Unavailable', `The image ID '${ImageId}' is ${State}`);
}
