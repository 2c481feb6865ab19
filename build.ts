import { $ } from 'bun'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `bun build.ts [TARGET]` makes dist/agent-launch: one executable, of this machine or cross-compiled (`bun-linux-arm64`, …). */
const target = process.argv[2]
const commit = process.env.BUILD_COMMIT ?? (await $`git rev-parse HEAD`.nothrow().quiet().text()).trim()
const require = createRequire(import.meta.url)

const built = await Bun.build({
  entrypoints: ['src/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  bytecode: true,
  sourcemap: 'linked',
  define: {
    BUILD_COMMIT: JSON.stringify(commit || 'unknown'),
    // Of the machine that builds; nothing is read from there. One commit makes the same executable in every folder.
    __dirname: '"/"',
    __filename: '"/agent-launch"',
  },
  compile: {
    outfile: 'dist/agent-launch',
    // A bunfig.toml in the working directory could run foreign code, and a .env there change the settings.
    autoloadDotenv: false,
    autoloadBunfig: false,
    ...(target ? { target: target as Bun.Build.CompileTarget } : {}),
  },
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
})

for (const log of built.logs) console.error(log)
if (!built.success) process.exit(1)
const bytes = Bun.file('dist/agent-launch').size
console.log(`dist/agent-launch: ${Math.round(bytes / 1e6)} MB, commit ${commit.slice(0, 12) || 'unknown'}`)
