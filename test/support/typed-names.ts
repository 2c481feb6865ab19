import { type Checker, type Type, TypeFlags } from 'typescript/unstable/async'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { withOwnProgram } from './own-program.ts'

/** A name that a file declares, with its type as the compiler writes it. */
export interface TypedName {
  readonly path: string
  readonly name: string
  /** Without `null` and `undefined`: `TokenMicros`, `number`, `bigint`. */
  readonly type: string
  /** True for a member of an object literal, whose name is often somebody else's: an option, a column. */
  readonly isMember: boolean
}

/** What names a value: a shorthand `{ tokens }` repeats a name that is declared elsewhere. */
const DECLARATIONS = new Set<SyntaxKind>([
  SyntaxKind.VariableDeclaration,
  SyntaxKind.Parameter,
  SyntaxKind.BindingElement,
  SyntaxKind.PropertySignature,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertyAssignment,
])

type Named = Node & { readonly text: string }

/** Names that the syntax tree declares. */
function declaredIn(root: Node): Named[] {
  const found: Named[] = []
  const visit = (node: Node): void => {
    const { name } = node as Node & { readonly name?: Named }
    if (DECLARATIONS.has(node.kind) && name?.kind === SyntaxKind.Identifier) found.push(name)
    node.forEachChild((child) => visit(child))
  }
  visit(root)
  return found
}

/**
 * The types of the names, in their order. This compiler's interface fails on a generic tuple, and with it the whole question: it is
 * asked in halves until the name alone is left out.
 */
async function typesOf(checker: Checker, names: readonly Named[]): Promise<(Type | undefined)[]> {
  try {
    return await checker.getTypeAtLocation(names)
  } catch (cause) {
    if (names.length === 1) return [undefined]
    if (!/TupleType/.test(String(cause))) throw cause
    const middle = names.length >> 1
    return [...(await typesOf(checker, names.slice(0, middle))), ...(await typesOf(checker, names.slice(middle)))]
  }
}

/** What can be a number: a brand is an intersection, and one that may be missing a union. */
const NUMERIC = TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Intersection | TypeFlags.Union

/** Every name of a number, a bigint or a brand of them that the files declare. */
export const typedNames = (passes: (path: string) => boolean): Promise<TypedName[]> =>
  withOwnProgram(async ({ checker, files, tree }) => {
    const texts = new Map<number, Promise<string>>()
    const textOf = (type: Type): Promise<string> => {
      const text = texts.get(type.id) ?? checker.typeToString(type)
      texts.set(type.id, text)
      return text
    }
    const namesIn = async (path: string): Promise<TypedName[]> => {
      const names = declaredIn(await tree(path))
      const types = names.length === 0 ? [] : await typesOf(checker, names)
      return Promise.all(
        names.flatMap(({ text: name, parent }, index) => {
          const type = types[index]
          const isMember = parent.kind === SyntaxKind.PropertyAssignment
          return type && type.flags & NUMERIC ? [textOf(type).then((text) => ({ path, name, type: withoutNull(text), isMember }))] : []
        }),
      )
    }
    return (await Promise.all((await files(passes)).map(namesIn))).flat()
  })

const withoutNull = (type: string): string =>
  type
    .split(' | ')
    .filter((part) => part !== 'null' && part !== 'undefined')
    .join(' | ')
