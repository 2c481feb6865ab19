import { $ } from 'bun'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { billOfMaterials, bundledPackages, licenseTexts } from './scripts/bundled-packages.ts'
import { runtimeLicenseTexts } from './scripts/runtime-licenses.ts'
import { SERVICE_VERSION } from './src/domain/text/service-version.ts'

/** `bun build.ts [TARGET]` makes dist/agent-launch: one executable, of this machine or cross-compiled (`bun-linux-arm64`, …). */
const target = process.argv[2]
const commit = process.env.BUILD_COMMIT ?? (await $`git rev-parse HEAD`.nothrow().quiet().text()).trim()
const require = createRequire(import.meta.url)

const bundle = {
  entrypoints: ['src/main.ts'],
  target: 'bun',
  format: 'esm',
  minify: true,
  // What a command or a setting needs is read from the executable with it, and not at every start.
  splitting: true,
  define: {
    BUILD_COMMIT: JSON.stringify(commit || 'unknown'),
    // Of the machine that builds; nothing is read from there. One commit makes the same executable in every folder.
    __dirname: '"/"',
    __filename: '"/agent-launch"',
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
} as const satisfies Bun.BuildConfig

// What is bundled is known when it was; its licences are bundled with it. In one file, since of several it names only what is left of them.
const { metafile } = await Bun.build({ ...bundle, splitting: false, metafile: true })
const packages = bundledPackages(Object.keys(metafile!.inputs))
const built = await Bun.build({
  ...bundle,
  define: {
    ...bundle.define,
    BUILD_LICENSES: JSON.stringify(`${runtimeLicenseTexts()}\n\n${'-'.repeat(80)}\n\n${licenseTexts(packages)}`),
  },
  bytecode: true,
  sourcemap: 'linked',
  compile: {
    outfile: 'dist/agent-launch',
    // A bunfig.toml in the working directory could run foreign code, and a .env there change the settings.
    autoloadDotenv: false,
    autoloadBunfig: false,
    ...(target ? { target: target as Bun.Build.CompileTarget } : {}),
  },
})

for (const log of built.logs) console.error(log)
if (!built.success) process.exit(1)
// The executable has them within.
for (const { kind, path } of built.outputs) if (kind === 'sourcemap') rmSync(path)
const bill = billOfMaterials(packages, { version: SERVICE_VERSION, commit: commit || 'unknown' })
await Bun.write('dist/agent-launch.cdx.json', `${JSON.stringify(bill, null, 2)}\n`)
const bytes = Bun.file('dist/agent-launch').size
console.log(`dist/agent-launch: ${Math.round(bytes / 1e6)} MB, commit ${commit.slice(0, 12) || 'unknown'}`)
