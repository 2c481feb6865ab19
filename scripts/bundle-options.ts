import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** How the program is bundled: for the executable, and for tests that run it in processes of its own. */
export const bundleOptions = {
  entrypoints: ['src/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  // What a command or a setting needs is read from the executable with it, and not at every start.
  splitting: true,
  plugins: [
    {
      name: 'chain-sdks',
      setup(build) {
        // Its ESM build reads a name that minifying renames.
        build.onResolve({ filter: /^@coral-xyz\/anchor$/ }, () => ({
          path: join(dirname(require.resolve('@coral-xyz/anchor/package.json')), 'dist/cjs/index.js'),
        }))
        // Looks for a native build at start and warns without one; the JavaScript beside it does the same.
        build.onLoad({ filter: /bigint-buffer[\\/]dist[\\/]node\.js$/ }, async ({ path }) => ({
          contents: await Bun.file(path.replace(/node\.js$/, 'browser.js')).text(),
          loader: 'js',
        }))
      },
    },
  ],
} as const satisfies Bun.BuildConfig
