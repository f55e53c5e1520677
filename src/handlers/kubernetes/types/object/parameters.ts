import { z } from 'zod';
import { name } from '../../../../core/common/textSettings.ts';
import { spanParameter } from '../../../../core/evaluation/rules/age.ts';
import { PROPAGATIONS } from '../../objects/propagation.ts';
import { sourceKeys } from '../../source/parameters.ts';

/** Equal terms; the first may not be the absence of a label: then every object without it would belong. */
const TERM = '[A-Za-z0-9][A-Za-z0-9_./-]*=(?:[A-Za-z0-9_.-]|\\{application\\}|\\{environment\\})+';
const OWN_SELECTOR = new RegExp(`^${TERM}(?:,(?:${TERM}|![A-Za-z0-9][A-Za-z0-9_./-]*))*$`);
/** With or without the domain before it. */
const LABEL_KEY = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const SELECTOR_WORDS = 'labels such as "team=shop,stage={environment},!preview"';

export const objectParameters = z.strictObject({
  ownership: z
    .union(
      [
        z.enum(['qbec', 'applyset', 'helm']),
        z.strictObject({
          selector: z
            .string()
            .regex(OWN_SELECTOR, { error: SELECTOR_WORDS })
            .meta({ examples: ['team={application},stage={environment},!preview'] })
            .describe('Labels with `{application}` and `{environment}`, the parts of the location.'),
        }),
      ],
      { error: 'allowed: "qbec", "applyset", "helm" or { selector: "team=shop,stage={environment}" }' },
    )
    .default('qbec')
    .describe(
      'Which labels show that an object belongs to an environment: `qbec` = `qbec.io/application` and `qbec.io/environment`; `applyset` = the members of the ApplySet whose parent Secret the location names (`namespace/name`); `helm` = the release of this name (`namespace/name`), which is its own source; or a selector of your own.',
    ),
  tag: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/, { error: 'the value of a label' })
    .optional()
    .describe('Only objects with this tag of qbec; absent = only objects without one.'),
  ...sourceKeys,
  generationLabel: z
    .string()
    .regex(LABEL_KEY, { error: 'the key of a label, as "example.com/release"' })
    .meta({ examples: ['app.kubernetes.io/version'] })
    .optional()
    .describe(
      'The label that says to which generation an object with a `generateName` belongs: those of an earlier one than the newest, and than that of source, are judged. Absent = all of them stay.',
    ),
  kinds: z
    .array(name('a kind'))
    .optional()
    .describe('Only these kinds may be deleted (`Deployment`, `Certificate.cert-manager.io`); all count as source.'),
  components: z
    .array(name('a component'))
    .optional()
    .describe('Only objects of these components of qbec may be deleted.'),
  dataKinds: z
    .array(name('a kind'))
    .default([])
    .describe(
      'Kinds with data or definitions that may be deleted too: `PersistentVolumeClaim`, `PersistentVolume`, `Secret`, `CustomResourceDefinition`, `Namespace`.',
    ),
  propagation: z
    .record(name('a kind'), z.enum(PROPAGATIONS, { error: 'allowed: "foreground", "background" or "orphan"' }))
    .default({})
    .describe(
      'By kind: the objects that an object owns go before it (`foreground`, the default), after it (`background`), or stay (`orphan`).',
    ),
  stuckAfter: spanParameter
    .prefault('6h')
    .describe(
      'How long a deletion may wait for finalizers before Holystone notifies the owner (`6h`); none is ever removed.',
    ),
  events: z
    .boolean()
    .default(false)
    .describe('Shows each mark by an Event at the object, too (`reason: HolystoneMarked`, with the date).'),
  owned: z
    .enum(['keep', 'judge'], { error: 'allowed: "keep" or "judge"' })
    .default('keep')
    .describe('Objects with an owner: `keep`, or `judge` them like the others.'),
});

/** An `object` entry's own keys after parsing: durations in ms, every default filled in. */
export type ObjectParameters = z.output<typeof objectParameters>;
