import { dirname, join } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { isErrorCode } from '../../src/domain/errors.ts'
import { withOwnProgram } from './own-program.ts'
import { docstringOf, INSIDES, isReturned, type Parts, topFunctions } from './untold-throws.ts'

/** A function of a file's top level, and what its callers may get of it. */
interface Thrower {
  readonly path: string
  readonly name: string
  readonly exported: boolean
  /** The codes of its docstring; null where it says `as` or `of` something else, and so anything. */
  readonly stated: ReadonlySet<string> | null
  /** Codes that it throws by itself. */
  readonly thrown: ReadonlySet<string>
  /** Functions that it calls outside of a `try` that catches: `path name`. */
  readonly calls: ReadonlySet<string>
}

/** The codes that a docstring tells; null for any. */
function statedIn(doc: string): ReadonlySet<string> | null {
  const texts = [...doc.matchAll(/@throws([\s\S]*?)(?=@throws|@see|@param|\*\/)/g)].map(([, text]) => text!.replaceAll(/\n\s*\*/g, ' '))
  if (texts.some((text) => /\b(as|of|whatever|any) [\w`.]|\w_\*/.test(text))) return null
  return new Set(texts.flatMap((text) => text.match(/[a-z][a-z0-9]*(?:_[a-z0-9]+)+/g) ?? []).filter(isErrorCode))
}

/** The code of `throw new AppError('code', …)`, where it is written out. */
function codeOf(thrown: Parts): string | null {
  if (thrown.kind !== SyntaxKind.NewExpression || thrown.expression?.text !== 'AppError') return null
  const [code] = (thrown as { readonly arguments?: readonly Parts[] }).arguments ?? []
  return code?.kind === SyntaxKind.StringLiteral ? (code as unknown as { readonly text: string }).text : null
}

/** What a function throws and calls. Left out: what it catches, and what functions within it do, but for one that it returns. */
function readThrows(outer: Parts) {
  const found = { thrown: new Set<string>(), calls: new Set<string>() }
  const visit = (node: Parts): void => {
    if (node.kind === SyntaxKind.TryStatement) {
      if (!node.catchClause) visit(node.tryBlock!)
      for (const rest of [node.catchClause, node.finallyBlock]) if (rest) visit(rest)
      return
    }
    if (node !== outer && INSIDES.has(node.kind)) {
      if (isReturned(node, outer)) node.forEachChild((child) => visit(child as Parts))
      return
    }
    const code = node.kind === SyntaxKind.ThrowStatement ? codeOf(node.expression!) : null
    if (code !== null) found.thrown.add(code)
    // A promise with `.catch` behind it is one that is caught.
    const caught = node.parent?.kind === SyntaxKind.PropertyAccessExpression
    if (node.kind === SyntaxKind.CallExpression && node.expression!.kind === SyntaxKind.Identifier && !caught)
      found.calls.add(node.expression!.text)
    node.forEachChild((child) => visit(child as Parts))
  }
  visit(outer)
  return found
}

const IMPORT = /^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm

/** Where the names that a file imports from ours are declared. */
const importedBy = (path: string, text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(IMPORT)].flatMap(([, names, from]) =>
      names!.split(',').map((name) => {
        const [own, local = own] = name
          .trim()
          .replace(/^type /, '')
          .split(' as ')
        return [local!, `${join(dirname(path), from!)} ${own!}`] as const
      }),
    ),
  )

function throwersIn(path: string, file: Parts, text: string): Thrower[] {
  const imported = importedBy(path, text)
  return topFunctions(file).map(({ name, function: made, statement, exported }) => {
    const { thrown, calls } = readThrows(made)
    const stated = exported ? statedIn(docstringOf(text, statement)) : null
    return { path, name, exported, stated, thrown, calls: new Set([...calls].map((callee) => imported.get(callee) ?? `${path} ${callee}`)) }
  })
}

/** `path: name lacks code, …` of each exported function whose `@throws` leaves out a code that it, or what it calls, throws. */
export const missingCodes = (passes: (path: string) => boolean): Promise<string[]> =>
  withOwnProgram(async ({ files, tree }) => {
    const all = await Promise.all(
      (await files(passes)).map(async (path) => {
        const file = await tree(path)
        return throwersIn(path, file as unknown as Parts, file.text)
      }),
    )
    const known = new Map(all.flat().map((each) => [`${each.path} ${each.name}`, each]))
    const codesOf = (each: Thrower, seen: ReadonlySet<Thrower>): readonly string[] => [
      ...each.thrown,
      ...[...each.calls].flatMap((callee) => {
        const called = known.get(callee)
        if (!called || seen.has(called)) return []
        return called.exported ? [...(called.stated ?? [])] : codesOf(called, new Set([...seen, called]))
      }),
    ]
    return [...known.values()].flatMap((each) => {
      const { path, name, exported, stated } = each
      if (!exported || stated === null) return []
      const missing = [...new Set(codesOf(each, new Set([each])))].filter((code) => !stated.has(code))
      return missing.length === 0 ? [] : [`${path}: ${name} lacks ${missing.sort().join(', ')}`]
    })
  })
