import { $ } from 'bun'
import { rmSync } from 'node:fs'
import { billOfMaterials, bundledPackages, licenseTexts } from './scripts/bundled-packages.ts'
import { bundleOptions } from './scripts/bundle-options.ts'
import { runtimeLicenseTexts } from './scripts/runtime-licenses.ts'
import { SERVICE_VERSION } from './src/domain/text/service-version.ts'

/** `bun build.ts [TARGET]` makes dist/agent-launch: one executable, of this machine or cross-compiled (`bun-linux-arm64`, …). */
const target = process.argv[2]
const commit = process.env.BUILD_COMMIT ?? (await $`git rev-parse HEAD`.nothrow().quiet().text()).trim()

const bundle = {
  ...bundleOptions,
  define: {
    BUILD_COMMIT: JSON.stringify(commit || 'unknown'),
    // Of the machine that builds; nothing is read from there. One commit makes the same executable in every folder.
    __dirname: '"/"',
    __filename: '"/agent-launch"',
  },
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
