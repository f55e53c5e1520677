// The floor: the bare SDK pages through the objects, the images and the stacks, and reads both templates of each stack.
import { CloudFormation, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { ECRClient, paginateDescribeImages } from '@aws-sdk/client-ecr';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

const cloudFormation = new CloudFormation({});
let bucket = '';
let repository = '';
for await (const { Stacks = [] } of paginateDescribeStacks({ client: cloudFormation }, {})) {
  for (const { StackName, Outputs = [] } of Stacks) {
    for (const { OutputKey, OutputValue = '' } of Outputs) {
      if (OutputKey === 'BucketName') bucket = OutputValue;
      if (OutputKey === 'ImageRepositoryName') repository = OutputValue;
    }
    for (const TemplateStage of ['Processed', 'Original'])
      await cloudFormation.getTemplate({ StackName, TemplateStage });
  }
}
let candidates = 0;
for await (const page of paginateListObjectsV2({ client: new S3Client({}) }, { Bucket: bucket })) {
  candidates += page.Contents?.length ?? 0;
}
const images = { client: new ECRClient({}), pageSize: 1000 };
for await (const page of paginateDescribeImages(images, { repositoryName: repository })) {
  candidates += page.imageDetails?.length ?? 0;
}
console.log(JSON.stringify({ candidates }));
