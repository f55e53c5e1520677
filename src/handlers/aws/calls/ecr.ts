import { table } from './call.ts';
import { ECR } from './rates.ts';

const NO_REPOSITORY = 'RepositoryNotFoundException';

/** Every call to ECR. Nothing here starts a preview of a lifecycle policy or pulls a layer. */
export const ecr = table(
  {
    service: 'ecr',
    load: async () => (await import('@aws-sdk/client-ecr')).ECR,
    prefix: 'ecr',
    reads: ECR,
    writes: ECR,
  },
  {
    /** Each image has its own outcome: an image that does not exist is a failure in the answer. */
    batchDeleteImage: { effect: 'deletes', errors: { notFound: [NO_REPOSITORY] } },
    batchGetImage: { effect: 'reads', list: 'images', errors: { notFound: [NO_REPOSITORY] } },
    describeImages: {
      effect: 'reads',
      list: 'imageDetails',
      token: 'nextToken',
      page: { maxResults: 1000, filter: { tagStatus: 'TAGGED' } },
      errors: { notFound: [NO_REPOSITORY, 'ImageNotFoundException'] },
    },
    describeRepositories: { effect: 'reads', list: 'repositories', token: 'nextToken', page: { maxResults: 1000 } },
    getLifecyclePolicyPreview: {
      effect: 'reads',
      list: 'previewResults',
      token: 'nextToken',
      page: { maxResults: 100, filter: { tagStatus: 'TAGGED' } },
      errors: { notFound: [NO_REPOSITORY, 'LifecyclePolicyPreviewNotFoundException'] },
    },
    /** Most repositories have none. */
    getRepositoryPolicy: {
      effect: 'reads',
      errors: { notFound: [NO_REPOSITORY, 'RepositoryPolicyNotFoundException'] },
    },
    listTagsForResource: { effect: 'reads', errors: { notFound: [NO_REPOSITORY] } },
    /** A layer is gone some time after the last image with it. `cdk gc` marks an image with a further tag. */
    putImage: {
      effect: 'restores',
      marks: true,
      errors: {
        notFound: [NO_REPOSITORY, 'LayersNotFoundException', 'ReferencedImagesNotFoundException'],
        taken: ['ImageTagAlreadyExistsException'],
      },
    },
  },
);
