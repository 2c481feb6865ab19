import { billOfMaterials, bundledPackages, licenseTexts } from './bundled-packages.ts'
import { bundleOptions } from './bundle-options.ts'
import { runtimeLicenseTexts } from './runtime-licenses.ts'
import { rmSync } from 'node:fs'
import { SERVICE_VERSION } from '../src/domain/text/service-version.ts'

/** The platforms that a release is for, as `agent-launch version --json` names them. */
export const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'windows-x64'] as const

/** One of them. */
export type Target = (typeof TARGETS)[number]

/** What every executable of a commit has in it. */
export interface Contents {
  /** Names that the sources read, by their values. */
  readonly define: Readonly<Record<string, string>>
  /** The bill of materials, as `agent-launch sbom` prints it. */
  readonly bill: string
}

/** What the executables of this commit will have in them: the bill and the licences come of what is really bundled. */
export async function contentsOf(commit: string): Promise<Contents> {
  const define = {
    BUILD_COMMIT: JSON.stringify(commit),
    // Of the machine that builds; nothing is read from there. One commit makes the same executable in every folder.
    __dirname: '"/"',
    __filename: '"/agent-launch"',
  }
  // In one file, since of several it names only what is left of them.
  const { metafile } = await Bun.build({ ...bundleOptions, define, splitting: false, metafile: true })
  const packages = bundledPackages(Object.keys(metafile!.inputs))
  const bill = JSON.stringify(billOfMaterials(packages, { version: SERVICE_VERSION, commit }), null, 2)
  const licenses = `${runtimeLicenseTexts()}\n\n${'-'.repeat(80)}\n\n${licenseTexts(packages)}`
  return { define: { ...define, BUILD_LICENSES: JSON.stringify(licenses), BUILD_BILL: JSON.stringify(bill) }, bill }
}

/**
 * Writes the executable of a target, or of this machine, to `outfile`. Bun gets the runtime of another platform from the npm registry.
 * @throws Error that says why there is none
 */
export async function buildExecutable(
  { define }: Contents,
  { target, outfile }: { target: Target | null; outfile: string },
): Promise<void> {
  const built = await Bun.build({
    ...bundleOptions,
    define,
    bytecode: true,
    sourcemap: 'linked',
    throw: false,
    compile: {
      outfile,
      // A bunfig.toml in the working directory could run foreign code, and a .env there change the settings.
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(target === null ? {} : { target: `bun-${target}` }),
    },
  })
  if (!built.success) {
    const why = built.logs.map(({ message }) => message).join('; ')
    const runtime = 'Bun gets the runtime of another platform from the npm registry (@oven/bun-…), which has to be reachable.'
    throw new Error(`no executable for ${target ?? 'this machine'}: ${why}${/download/i.test(why) ? `. ${runtime}` : ''}`)
  }
  // The executable has them within.
  for (const { kind, path } of built.outputs) if (kind === 'sourcemap') rmSync(path)
}
