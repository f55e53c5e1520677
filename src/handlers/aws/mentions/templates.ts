/** What a template of CloudFormation mentions: its own words, and the texts that its functions put together. Pure. */

import { TemplateTexts, type TemplateValues } from '../resources/templates/texts.ts';
import { isObject, treeOf } from '../resources/templates/tree.ts';
import { parsed } from './contents.ts';

// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation writes it so.
const HOST = '${AWS::AccountId}.dkr.ecr.${AWS::Region}.${AWS::URLSuffix}';

/**
 * The template as values, each function with the texts that it may make; of YAML its text too: it has comments, and every key that is
 * there twice. Where no tree can be made of it, its text is all.
 * @param values of parameters, of `AWS::Region` and the like, of imports
 */
export function resolvedTemplate(text: string, values: TemplateValues): unknown {
  try {
    const json = parsed(text);
    const root = json ?? treeOf(text)?.root;
    if (!isObject(root)) return json ?? text;
    const resolved = new TemplateTexts(root, new Map([...values, ...repositoriesIn(root, values)])).resolved(root);
    return json ? resolved : [text, resolved];
  } catch (error) {
    // Lists in lists, or aliases of aliases, without end.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/**
 * What references to repositories of the template's own and to their addresses mean, where it says their names:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-ecr-repository.html
 */
function repositoriesIn(root: Readonly<Record<string, unknown>>, values: TemplateValues): TemplateValues {
  const texts = new TemplateTexts(root, values);
  const [host] = texts.of({ 'Fn::Sub': HOST });
  return new Map(
    Object.entries(isObject(root.Resources) ? root.Resources : {}).flatMap(([id, resource]) => {
      if (!isObject(resource) || resource.Type !== 'AWS::ECR::Repository' || !isObject(resource.Properties)) return [];
      const names = texts.of(resource.Properties.RepositoryName);
      return [[id, names] as const, [`${id}.RepositoryUri`, names.map((name) => `${host}/${name}`)] as const];
    }),
  );
}
