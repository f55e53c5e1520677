/** Jest runs the TypeScript sources as ES modules through swc; the processes that tests spawn run dist/. */
const swc = [
  '@swc/jest',
  { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'es6' }, sourceMaps: 'inline' },
];

/** On Node 20 fastify.inject requires `cookie`, which is ESM only: it is turned into CommonJS here. */
const swcCommonJs = ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }];

export default {
  roots: ['<rootDir>/test'],
  globalSetup: '<rootDir>/test/support/globalSetup.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/seed.ts'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/conformance/',
    '<rootDir>/test/sabotage/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': swc, 'node_modules/cookie/.+\\.js$': swcCommonJs },
  transformIgnorePatterns: ['/node_modules/(?!cookie/)'],
  testEnvironment: 'node',
  testTimeout: 30_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '512MB',
};
