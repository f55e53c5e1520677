import type { Meaning } from '../../documents/document.ts';
import { assetAliases } from '../resources/cdk/assetHash.ts';
import { NAMED } from './nameWords.ts';
import { tellText } from './texts.ts';

/** Each meaning that a word before a name may have: of a new kind its name counts in a document, too. */
const MEANINGS = [...new Set(Object.values(NAMED))];
/** Of a node or a shard of a cache, and of a service in its cluster, as the console and Application Auto Scaling write it. */
const NODE = /(?:-\d{4})?-\d{3}$/;
const IN_CLUSTER = /^(?:service\/)?[\w-]{1,255}\/([\w-]{1,255})$/;

/**
 * A person who lists the users of a resource calls it by its id, its name, its host or its ARN: whatever this may be the name of,
 * of each kind, and whatever a text of it would name; an asset of CDK by its file or its tag, too.
 */
export const namesInDocuments: Meaning = {
  name: 'names',
  aliasesOf(id) {
    const name = id.trim();
    const found = new Set<string>();
    const tell = (_kind: unknown, alias: string) => void found.add(alias);
    const [, inCluster] = IN_CLUSTER.exec(name) ?? [];
    for (const each of [name, name.replace(NODE, ''), ...(inCluster ? [inCluster] : [])])
      for (const means of MEANINGS) means(each, tell);
    tellText(name, tell);
    return [...found, ...assetAliases([name])];
  },
};
