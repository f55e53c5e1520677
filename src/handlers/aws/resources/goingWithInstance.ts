/** What AWS deletes with an instance. */
import type { EbsInstanceBlockDevice, Instance } from '@aws-sdk/client-ec2';

/** The volumes that are attached to it. */
export function volumesOf({ BlockDeviceMappings = [] }: Instance): readonly EbsInstanceBlockDevice[] {
  return BlockDeviceMappings.flatMap(({ Ebs }) => (Ebs ? [Ebs] : []));
}

/** Their ids, or a word in the place of one: it is then in no answer. */
export function volumesGoingWith(one: Instance): readonly string[] {
  return volumesOf(one).flatMap(({ VolumeId = 'a volume', DeleteOnTermination }) =>
    DeleteOnTermination ? [VolumeId] : [],
  );
}

/** AWS deletes the first interface, unless it says otherwise. */
export function interfacesGoingWith({ NetworkInterfaces = [] }: Instance): readonly string[] {
  return NetworkInterfaces.flatMap(({ NetworkInterfaceId: id, Attachment }) =>
    id && Attachment?.DeleteOnTermination !== false ? [id] : [],
  );
}
