/** Examples for the help texts: a namespace and a resource in it, as in a real configuration. */
export const EXAMPLE = {
  provider: 'aws',
  type: 'aws.image',
  namespace: 'aws:test:us-east-1:image',
  resource: 'ami-0abc12345def67890',
  /** Namespaces of one type in one location, of one account, and of one type anywhere. */
  patterns: { ofLocation: 'aws:*:us-east-1:image', ofAccount: 'aws:test:*', ofType: 'aws:*:*:image' },
} as const;
