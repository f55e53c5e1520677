/**
 * Runs the tests of a law suite that sabotages name: once as they are, when they must pass, and then each once per
 * sabotage that it must notice, when it must fail. All of it is one process that loads the modules of the suite once.
 * Every round calls the hooks of the suite anew, so each sabotage gets a Redis and wired parts of its own.
 *
 * A red counts when an `expect` of the test makes it; a failed hook, a time limit or a crash does not count.
 */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { TestEnvironment } from 'jest-environment-node';

export default class SabotageEnvironment extends TestEnvironment {
  #file;
  /** The name of the sabotage of a round, by the describe block of the round. */
  #rounds = new Map();
  #reds = new WeakSet();

  constructor(config, context) {
    super(config, context);
    this.#file = relative(`${config.projectConfig.rootDir}/test/integration`, context.testPath);
  }

  async handleTestEvent(event, { rootDescribeBlock }) {
    const sabotage = this.#rounds.get(event.describeBlock);
    if (event.name === 'run_start') this.#repeat(rootDescribeBlock);
    if (event.name === 'run_describe_start' && sabotage) this.global.holystoneSabotage = sabotage;
    if (event.name === 'run_describe_finish' && sabotage) delete this.global.holystoneSabotage;
    if (event.name === 'test_fn_failure' && isAssertion(event.error)) this.#reds.add(event.test);
    if (event.name === 'test_done') this.#judge(event.test);
  }

  /** The rounds take the place of the suite's own tests. */
  #repeat(root) {
    const { all, chosen } = this.global.holystoneSabotages;
    const here = all.filter(({ file }) => file === this.#file);
    if (here.length === 0) return;
    const names = namesIn(root);
    const missing = here.filter(({ test }) => !names.includes(test));
    if (missing.length > 0) {
      throw new Error(`no such test:\n${missing.map(({ name, test }) => `${name}: ${test}`).join('\n')}`);
    }
    const round = (title, isKept) => Object.assign(copyOf(root, root, isKept), { name: title });
    const broken = here.filter(({ name }) => chosen.includes(name));
    const named = broken.length > 0 ? broken : here;
    const clean = round('nothing broken', (name) => named.some(({ test }) => test === name));
    if (broken.length === 0) skip(clean);
    for (const { name, law, test } of broken) {
      this.#rounds.set(
        round(`${law}: ${name}`, (other) => other === test),
        name,
      );
    }
    root.hooks = [];
    root.children = [clean, ...this.#rounds.keys()];
  }

  #judge(test) {
    const sabotage = this.#sabotageOf(test);
    if (!sabotage) return;
    if (this.#reds.has(test) && test.errors.length === 1) test.errors = [];
    else if (test.errors.length === 0) test.errors = [new Error(`nobody notices "${sabotage}": the test passes`)];
  }

  #sabotageOf({ parent }) {
    for (let block = parent; block; block = block.parent) {
      if (this.#rounds.has(block)) return this.#rounds.get(block);
    }
    return undefined;
  }
}

/** A describe block with its hooks and those of its tests that are kept, by their full names. */
function copyOf(block, parent, isKept, prefix = '') {
  const copy = { ...block, parent, children: [], tests: [] };
  copy.hooks = block.hooks.map((hook) => ({ ...hook, parent: copy }));
  for (const child of block.children) {
    const name = `${prefix}${child.name}`;
    if (child.type === 'describeBlock') copy.children.push(copyOf(child, copy, isKept, `${name} `));
    else if (isKept(name)) copy.children.push(newTest(child, copy));
  }
  return copy;
}

/** Jest fails a suite that has no test at all. */
function skip(block) {
  for (const child of block.children) {
    if (child.type === 'describeBlock') skip(child);
    else child.mode = 'skip';
  }
}

function newTest(test, parent) {
  return { ...test, parent, errors: [], retryReasons: [], unhandledRejectionErrorByPromise: new Map() };
}

function namesIn(block, prefix = '') {
  return block.children.flatMap((child) => {
    const name = `${prefix}${child.name}`;
    return child.type === 'describeBlock' ? namesIn(child, `${name} `) : [name];
  });
}

/** Made by `expect`, or, in a property, the reason that fast-check gives. A matcher of text also fails for no text. */
function isAssertion(error) {
  for (let each = error; each; each = each.cause) {
    if (each.matcherResult !== undefined || stripVTControlCharacters(each.message).startsWith('expect(')) return true;
  }
  return false;
}
