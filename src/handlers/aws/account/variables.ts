/** The SDK's environment variables. */
export const variables = {
  // It warns at each start on Node 20, and announces the end of support only for releases that we do not use yet.
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
};
