import type { NotReadYet } from '../../handler.ts';

/** What behaviour/aws.md counts as a user of an image, or protects it, and this version does not look at. */
export const imageNotReadYet: readonly NotReadYet[] = [
  { kind: 'fleets', summary: 'EC2 fleets whose request names a launch template or an image.' },
  { kind: 'spotRequests', summary: 'Spot instance requests and spot fleet requests.' },
  {
    kind: 'ssmParameters',
    summary: 'SSM parameters that hold an image id, and launch templates that name one (`resolve:ssm:`).',
  },
  { kind: 'batch', summary: 'AWS Batch compute environments.' },
  { kind: 'emr', summary: 'EMR clusters with a custom image.' },
  { kind: 'imageBuilder', summary: 'EC2 Image Builder recipes.' },
  { kind: 'imageReferences', summary: "AWS's own answer, DescribeImageReferences." },
  { kind: 'usageReports', summary: "AWS's reports of use in other accounts." },
  { kind: 'externalReferences', summary: 'A file or URL that names users outside of AWS.' },
  { kind: 'sharing', summary: 'Who uses an image in the accounts it is shared with (`sharing: check`).' },
];
