/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A text with its `${…}` replaced by variables of the environment. */
export interface Substituted {
  readonly text: string;
  /** Names of the variables in the text, also of those replaced by their default. */
  readonly variables: readonly string[];
  /** The values from the environment; a default is in the file, so it is no secret. */
  readonly values: readonly string[];
  readonly problems: readonly string[];
  /** Names of the variables that have neither a value nor a default; each is one of the problems. */
  readonly unset: readonly string[];
  /** Names of the variables that are set, empty, and have no default. */
  readonly empty: readonly string[];
}

const REFERENCE = /\$(\$\{)|\$\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?\}|\$\{/g;

/**
 * Replaces `${NAME}` and `${NAME:-default}` (the default also replaces an empty variable); `$${` is a literal `${`.
 * Works on a scalar after the YAML is parsed, so that no value can add structure.
 */
export function substitute(text: string, environment: Environment): Substituted {
  const variables: string[] = [];
  const values: string[] = [];
  const problems: string[] = [];
  const unset: string[] = [];
  const empty: string[] = [];
  const replaced = text.replace(
    REFERENCE,
    (_all, escaped: string | undefined, name: string | undefined, marker: string | undefined, fallback?: string) => {
      if (escaped) return '${';
      if (name === undefined) {
        problems.push(`"\${" without a name; allowed: "\${NAME}", "\${NAME:-default}", or "$\${" for a literal "\${"`);
        return '';
      }
      variables.push(name);
      const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
      if (value !== undefined && (value !== '' || marker === undefined)) {
        values.push(value);
        if (value === '') empty.push(name);
        return value;
      }
      if (marker !== undefined) return fallback ?? '';
      unset.push(name);
      problems.push(`the environment variable ${name} is not set; set it, or give a default: "\${${name}:-…}"`);
      return '';
    },
  );
  return { text: replaced, variables, values, problems, unset, empty };
}
