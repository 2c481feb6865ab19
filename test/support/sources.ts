import { Glob } from 'bun'

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')`, `require('x')`, with or without `type`. */
export const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => (match[1] ?? match[2] ?? match[3])!)

/** The path inside the project that a relative import names. */
export const target = (from: string, specifier: string): string => new URL(specifier, `file:///${from}`).pathname.slice(1)

/** The files of the service. */
export const sources = [...new Glob('src/**/*.ts').scanSync()].sort()

/** The pages. */
export const pageSources = [...new Glob('static/**/*.ts').scanSync()].sort()

/** The typed client, without what is generated. */
export const clientSources = [...new Glob('clients/typescript/src/*.ts').scanSync()].filter((path) => !path.endsWith('/openapi.ts')).sort()

/** One file imports another. */
export type Arrow = readonly [from: string, to: string]

/** Imports that are there when the file is loaded, types included; `import('…')` later is how SDKs stay out of the way. */
export const arrowsOf = (path: string, source: string): Arrow[] =>
  importsOf(source.replaceAll(/\bimport\([^)]*\)/g, ''))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => [path, target(path, specifier)] as const)
