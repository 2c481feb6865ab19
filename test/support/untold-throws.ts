import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { withOwnProgram } from './own-program.ts'

/** The members of syntax nodes that are read here, each where its kind has it. */
export interface Parts extends Node {
  readonly name?: Parts & { readonly text: string }
  readonly expression?: Parts & { readonly text: string }
  readonly initializer?: Parts
  readonly body?: Parts
  readonly tryBlock?: Parts
  readonly catchClause?: Parts
  readonly finallyBlock?: Parts
  readonly modifiers?: readonly Parts[]
  readonly statements?: readonly Parts[]
  readonly declarationList?: { readonly declarations: readonly Parts[] }
}

/** A function of a file's top level, with its statement. */
interface TopFunction {
  readonly name: string
  readonly function: Parts
  readonly statement: Parts
  readonly exported: boolean
}

const FUNCTIONS = new Set<SyntaxKind>([SyntaxKind.ArrowFunction, SyntaxKind.FunctionExpression, SyntaxKind.FunctionDeclaration])
export const INSIDES = new Set<SyntaxKind>([
  ...FUNCTIONS,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.ClassDeclaration,
  SyntaxKind.ClassExpression,
])

export function topFunctions(file: Parts): TopFunction[] {
  return (file.statements ?? []).flatMap((statement) => {
    const exported = (statement.modifiers ?? []).some(({ kind }) => kind === SyntaxKind.ExportKeyword)
    const declared = statement.kind === SyntaxKind.FunctionDeclaration ? [{ name: statement.name!.text, made: statement }] : []
    const assigned = (statement.declarationList?.declarations ?? []).flatMap(({ name, initializer: made }) =>
      made && FUNCTIONS.has(made.kind) ? [{ name: name!.text, made }] : [],
    )
    return [...declared, ...assigned].map(({ name, made }) => ({ name, function: made, statement, exported }))
  })
}

/** True of a function that the outer one returns, whose callers are the outer one's too. */
export const isReturned = (inner: Parts, outer: Parts): boolean => {
  const parent = inner.parent as Parts
  return (
    inner.kind === SyntaxKind.ArrowFunction &&
    (parent === outer || (parent.kind === SyntaxKind.ReturnStatement && parent.parent.parent === outer))
  )
}

/**
 * What a function throws by itself, and which functions it calls. Left out: what it catches, what it throws on as it caught it, and what
 * other functions within it throw, but for one that it returns.
 */
function readFunction(outer: Parts): { readonly throws: boolean; readonly returnedThrows: boolean; readonly calls: ReadonlySet<string> } {
  const found = { throws: false, returnedThrows: false, calls: new Set<string>() }
  const visit = (node: Parts, returned: boolean): void => {
    if (node.kind === SyntaxKind.TryStatement) {
      if (!node.catchClause) visit(node.tryBlock!, returned)
      for (const rest of [node.catchClause, node.finallyBlock]) if (rest) visit(rest, returned)
      return
    }
    if (node !== outer && INSIDES.has(node.kind)) {
      if (isReturned(node, outer)) node.forEachChild((child) => visit(child as Parts, true))
      return
    }
    if (node.kind === SyntaxKind.ThrowStatement && node.expression!.kind !== SyntaxKind.Identifier)
      found[returned ? 'returnedThrows' : 'throws'] = true
    if (node.kind === SyntaxKind.CallExpression && node.expression!.kind === SyntaxKind.Identifier && !returned)
      found.calls.add(node.expression!.text)
    node.forEachChild((child) => visit(child as Parts, returned))
  }
  visit(outer, false)
  return found
}

/** Exported functions that throw, by themselves or by an unexported one of their file, without a `@throws` in their docstring. */
function untoldIn(file: Parts, text: string): string[] {
  const functions = topFunctions(file)
  const read = new Map(functions.map((each) => [each.name, { ...each, ...readFunction(each.function) }]))
  const throws = (name: string, seen: ReadonlySet<string>): boolean => {
    const { throws: itself, calls } = read.get(name)!
    const helpers = [...calls].filter((callee) => !seen.has(callee) && read.get(callee)?.exported === false)
    return itself || helpers.some((callee) => throws(callee, new Set([...seen, callee])))
  }
  return functions
    .filter(({ name, exported }) => exported && (throws(name, new Set([name])) || read.get(name)!.returnedThrows))
    .filter(({ statement }) => !/@throws/.test(docstringOf(text, statement)))
    .map(({ name }) => name)
}

/** The last docstring before the statement. */
export const docstringOf = (text: string, { pos, end }: Node): string =>
  /\/\*\*(?:(?!\/\*\*)[\s\S])*?\*\/\s*(?:\/\/[^\n]*\s*)*(?=export )/.exec(text.slice(pos, end))?.[0] ?? ''

/** `path: name` of each exported function of the files that throws and does not say so. */
export const untoldThrows = (passes: (path: string) => boolean): Promise<string[]> =>
  withOwnProgram(async ({ files, tree }) => {
    const paths = await files(passes)
    const untold = paths.map(async (path) => {
      const file = await tree(path)
      return untoldIn(file as unknown as Parts, file.text).map((name) => `${path}: ${name}`)
    })
    return (await Promise.all(untold)).flat()
  })
