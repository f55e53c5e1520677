// The floor for long templates: bare.mjs, but nobody looks at the text of a template. The SDK's parser takes 100 ms for a megabyte.
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';

const send = CloudFormationClient.prototype.send;
const discarding =
  (next, { commandName }) =>
  async (args) => {
    const result = await next(args);
    if (commandName !== 'GetTemplateCommand') return result;
    for await (const _ of result.response.body);
    result.response.body = new Uint8Array();
    return result;
  };
const prepared = new WeakSet();
CloudFormationClient.prototype.send = function (...args) {
  if (!prepared.has(this)) this.middlewareStack.add(discarding, { step: 'deserialize', priority: 'low' });
  prepared.add(this);
  return send.apply(this, args);
};
await import('./bare.mjs');
