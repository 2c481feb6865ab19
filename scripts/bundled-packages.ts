import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RUNTIME_PARTS } from './runtime-licenses.ts'

/** A package of which something is in the executable. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression, as the package says it; null where it says none. */
  readonly license: string | null
  /** Its licence and notices, as they stand in it. */
  readonly texts: readonly string[]
}

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The packages of these files of a bundle, by name and version, each once. @throws Error for a file of a folder without a package.json */
export function bundledPackages(files: readonly string[]): BundledPackage[] {
  const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []))
  const packages = new Map<string, BundledPackage>()
  for (const folder of folders) {
    const found = packageAt(folder)
    packages.set(`${found.name}@${found.version}`, found)
  }
  return [...packages.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found)
}

function packageAt(folder: string): BundledPackage {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) throw new Error(`${folder} is no package`)
  const { name, version, license, licenses } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string | { readonly type: string }
    readonly licenses?: readonly { readonly type: string }[]
  }
  const named = typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? null)
  const texts = readdirSync(folder)
    .filter((entry) => /^(licen[cs]e|copying|notice|ofl)([-.].*)?$/i.test(entry))
    .sort()
    .map((entry) => readFileSync(join(folder, entry), 'utf8').replaceAll('\r\n', '\n').trim())
  return { name, version, license: named, texts }
}

/** The licences of the packages, in full; packages with the same text stand above it together. */
export function licenseTexts(packages: readonly BundledPackage[]): string {
  const byText = new Map<string, string[]>()
  for (const { name, version, license, texts } of packages) {
    const text = texts.length === 0 ? 'The package has no text of its licence.' : texts.join('\n\n')
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${license ?? 'no licence is named'})`])
  }
  return [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}`).join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** A CycloneDX 1.6 bill of materials of the executable. @see https://cyclonedx.org/docs/1.6/json/ */
export function billOfMaterials(packages: readonly BundledPackage[], { version, commit }: { version: string; commit: string }): object {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'agent-launch',
        name: 'agent-launch',
        version,
        properties: [{ name: 'commit', value: commit }],
      },
    },
    components: [
      { type: 'framework', 'bom-ref': `bun@${Bun.version}`, name: 'bun', version: Bun.version, licenses: [{ license: { id: 'MIT' } }] },
      ...RUNTIME_PARTS.map(({ name, license, source }) => ({
        type: 'library',
        'bom-ref': `bun@${Bun.version}/${name}`,
        name,
        licenses: licensesOf(license),
        externalReferences: [{ type: 'vcs', url: source }],
      })),
      ...packages.map(({ name, version: ofPackage, license }) => {
        const purl = `pkg:npm/${name.replace('@', '%40')}@${ofPackage}`
        return {
          type: 'library',
          'bom-ref': purl,
          name,
          version: ofPackage,
          purl,
          ...(license === null ? {} : { licenses: licensesOf(license) }),
        }
      }),
    ],
    dependencies: [
      {
        ref: 'agent-launch',
        dependsOn: [`bun@${Bun.version}`, ...packages.map(({ name, version: of }) => `pkg:npm/${name.replace('@', '%40')}@${of}`)],
      },
      { ref: `bun@${Bun.version}`, dependsOn: RUNTIME_PARTS.map(({ name }) => `bun@${Bun.version}/${name}`) },
    ],
  }
}

/** An expression stands alone, an id in a licence. */
const licensesOf = (license: string): object[] =>
  / (OR|AND|WITH) /.test(license)
    ? [{ expression: license }]
    : [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }]
