// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the native file
/** Where the resources are, where the imported file does not say it. */

export const AWS_PLACE = {
  name: 'aws',
  provider: 'aws',
  id: '${AWS_ACCOUNT_ID}',
  locations: ['${AWS_REGION}'],
} as const;
