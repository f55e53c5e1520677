/**
 * Jest's module loader, but each worker loads a module once for all its test files, and V8 keeps what it compiled. Only
 * the files in test/ are loaded anew for each test file. docs/fast-tests.md says why this is sound here.
 *
 * This uses inner parts of jest-runtime. A new version of Jest may move them; then every suite fails at once, and
 * HOLYSTONE_FRESH_MODULES=true runs the tests with Jest's own loader meanwhile.
 */
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { asyncHooks } from './testContext.mjs';

// A part of Jest's own; this package does not depend on it directly.
const jest = createRequire(createRequire(import.meta.url).resolve('@jest/core'));
const { default: JestRuntime } = jest('jest-runtime');

const NO_MODULES = Object.freeze({});

let workerRuntime;

/**
 * Jest calls it with `new` for each test file. With the environment of workerEnvironment.mjs all get the same loader; with
 * any other environment each file gets one of its own.
 */
export default function KeptModules(...given) {
  const [, environment, , , , , testPath, { watch, watchAll }] = given;
  if (environment.global !== globalThis) return new Runtime(...given);
  // While a person edits the files, each run has to load them.
  if (watch || watchAll) return new WorkerRuntime(...given);
  workerRuntime ??= new WorkerRuntime(...given);
  workerRuntime.begin(testPath);
  return workerRuntime;
}

class Runtime extends JestRuntime {
  /** @override */
  requireInternalModule(from, name) {
    return name === 'node:async_hooks' ? asyncHooks : super.requireInternalModule(from, name);
  }
}

/** Loads modules into the worker's own context, where reading a global costs a tenth of its cost in another. */
class WorkerRuntime extends Runtime {
  #root;
  #tests;

  constructor(...given) {
    super(...given);
    const [{ rootDir }] = given;
    this.#root = rootDir + sep;
    this.#tests = join(rootDir, 'test') + sep;
    this.esmLoader.getContext = () => undefined;
    // Fastify looks for the name of each plugin in `require.cache`; Jest lists every module for that, which takes a
    // twentieth of the time of suites with pages. A plugin that is not a CommonJS file is not in it.
    this.registries.getRequireCacheProxy = () => NO_MODULES;
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: (specifier, _function, attributes, phase) =>
          executor.dynamicImport(specifier, filename, undefined, attributes, phase),
      });
  }

  /** Must be called before each test file. */
  begin(testPath) {
    this.testState.state = 'loading';
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
  }

  /** @override Forgets the test file and Jest's own modules, which keep the state of its tests. */
  teardown() {
    const { esModuleRegistry, moduleRegistry, internalModuleRegistry } = this.registries;
    for (const [url, { status }] of esModuleRegistry) {
      // After a failed import some modules stay half linked.
      if (status !== 'evaluated' || !this.#isKept(url)) esModuleRegistry.delete(url);
    }
    for (const [path, { loaded }] of moduleRegistry) {
      if (!loaded || !this.#isKept(pathToFileURL(path).href)) moduleRegistry.delete(path);
    }
    internalModuleRegistry.clear();
    this.restoreAllMocks();
    this.testMainModule.reset();
    this.mockState.clear();
    this.fileCache.clear();
    this.transformCache.clear();
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.setEnvGlobalsOverride(undefined);
    this.testState.teardown();
  }

  #isKept(url) {
    if (!url.startsWith('file:')) return !url.startsWith('@jest/globals');
    return url.startsWith(pathToFileURL(this.#root).href) && !url.startsWith(pathToFileURL(this.#tests).href);
  }
}
