import { type Node, SyntaxKind } from 'typescript/unstable/ast'

/** Members of a declared object: an interface, a type literal or an object schema. */
export interface Shape {
  /** Of the declaration that it stands in. */
  readonly name: string
  /** Sorted; `?` after a member that may be missing. */
  readonly members: readonly string[]
}

type Named = Node & {
  readonly name?: Node & { readonly text?: string }
  readonly members?: Iterable<Node>
  readonly questionToken?: Node
  readonly expression?: Node
  readonly arguments?: readonly Node[]
  readonly properties?: Iterable<Node>
  readonly initializer?: Named
}

const DECLARATIONS = new Set([SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeAliasDeclaration, SyntaxKind.VariableDeclaration])
const MEMBERED = new Set([SyntaxKind.InterfaceDeclaration, SyntaxKind.TypeLiteral])
/** Calls that make an object schema, and the members that they add. */
const SCHEMAS: Readonly<Record<string, readonly string[]>> = { 'Type.Object': [], Ok: ['ok'] }

/** Every object that a file declares member by member; those that take in others' members are left out. */
export function shapesIn(root: Node, text: string): Shape[] {
  const textOf = ({ pos, end }: Node): string => text.slice(pos, end).trim()
  const found: Shape[] = []
  const add = (name: string, members: readonly (string | null)[]) => {
    if (members.every((member) => member !== null)) found.push({ name, members: members.toSorted() })
  }
  const visit = (node: Named, around: string): void => {
    const name = DECLARATIONS.has(node.kind) ? (node.name?.text ?? around) : around
    if (MEMBERED.has(node.kind) && !/^[^{]*\bextends\b/.test(textOf(node)))
      add(
        name,
        [...node.members!].map((member: Named) =>
          member.kind === SyntaxKind.PropertySignature ? `${member.name!.text}${/^[^:(]*\?\s*:/.test(textOf(member)) ? '?' : ''}` : null,
        ),
      )
    const common = node.kind === SyntaxKind.CallExpression ? SCHEMAS[textOf(node.expression!)] : undefined
    const given = node.arguments?.[0] as Named | undefined
    if (common && given?.kind === SyntaxKind.ObjectLiteralExpression)
      add(name, [...common, ...[...given.properties!].map((property: Named) => memberOf(property, textOf))])
    node.forEachChild((child) => visit(child as Named, name))
  }
  visit(root as Named, '')
  return found
}

function memberOf(property: Named, textOf: (node: Node) => string): string | null {
  if (property.kind === SyntaxKind.ShorthandPropertyAssignment) return property.name!.text!
  if (property.kind !== SyntaxKind.PropertyAssignment) return null
  return `${property.name!.text}${textOf(property.initializer!).startsWith('Type.Optional(') ? '?' : ''}`
}
