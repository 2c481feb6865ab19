/** What each layer may import: other layers of ours, and packages. `*` is any package. @see docs/architecture.md */
const LAYERS: readonly {
  readonly name: string
  readonly files: RegExp
  readonly layers: readonly string[]
  readonly packages: readonly string[]
}[] = [
  {
    name: 'lib',
    files: /^src\/lib\//,
    layers: ['lib'],
    packages: [
      'node:crypto',
      '@noble/curves/ed25519',
      '@noble/curves/secp256k1',
      '@noble/curves/utils',
      '@noble/hashes/sha3',
      '@noble/hashes/utils',
      'bs58',
      'ipaddr.js',
      'unhomoglyph/data.json',
    ],
  },
  {
    name: 'domain',
    files: /^src\/domain\//,
    layers: ['lib', 'domain'],
    packages: ['@sinclair/typebox', '@sinclair/typebox/value', 'standardwebhooks'],
  },
  { name: 'ports', files: /^src\/ports\//, layers: ['lib', 'domain', 'ports'], packages: [] },
  {
    name: 'routes',
    files: /^src\/features\/[\w-]+\/routes\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http', 'routes'],
    packages: ['elysia', '@sinclair/typebox'],
  },
  {
    name: 'views',
    files: /^src\/features\/[\w-]+\/[\w-]+-view\.ts$/,
    layers: ['lib', 'domain', 'ports', 'features', 'views', 'http'],
    packages: ['@sinclair/typebox'],
  },
  { name: 'features', files: /^src\/features\//, layers: ['lib', 'domain', 'ports', 'features'], packages: [] },
  {
    name: 'http',
    files: /^src\/http\//,
    layers: ['lib', 'domain', 'ports', 'http'],
    packages: ['elysia', '@sinclair/typebox', '@sinclair/typebox/value', '@sinclair/typebox/compiler'],
  },
  {
    name: 'mcp',
    files: /^src\/mcp\//,
    layers: ['lib', 'domain', 'ports', 'http', 'mcp'],
    packages: ['elysia', '@sinclair/typebox', '@modelcontextprotocol/server'],
  },
  { name: 'scheduler', files: /^src\/scheduler\//, layers: ['lib', 'domain', 'ports', 'features', 'scheduler'], packages: ['croner'] },
  { name: 'adapters', files: /^src\/adapters\//, layers: ['lib', 'domain', 'ports', 'adapters'], packages: ['*'] },
  {
    name: 'client',
    files: /^clients\/typescript\/src\//,
    layers: ['client'],
    packages: ['openapi-fetch', 'bs58', 'standardwebhooks', '@x402/fetch', '@x402/evm/exact/client'],
  },
  {
    name: 'top',
    files: /^src\//,
    layers: ['*'],
    packages: ['node:crypto', 'node:fs', 'node:os', 'node:path', 'node:util', 'node:zlib'],
  },
]

export const layerOf = (path: string) => LAYERS.find(({ files }) => files.test(path))!
