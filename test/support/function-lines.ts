import { API } from 'typescript/unstable/async'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'

/** A function, with the lines that are its own: those of functions within it are theirs. */
export interface FunctionLines {
  readonly path: string
  readonly name: string
  readonly lines: number
}

const FUNCTIONS = new Set<SyntaxKind>([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
])

type Named = Node & { readonly name?: Node & { readonly text?: string }; readonly body?: Node }

/** Every function of the syntax tree, the inner ones before the outer. */
function functionsIn(root: Node, text: string, path: string): FunctionLines[] {
  const found: FunctionLines[] = []
  const linesOf = ({ pos, end }: Node): number => text.slice(pos, end).split('\n').length
  /** Lines of functions below the node, which are not its own. */
  const visit = (node: Named, around: string): number => {
    const name = node.name?.text ?? around
    let inner = 0
    node.forEachChild((child) => {
      inner += visit(child as Named, name)
    })
    if (!FUNCTIONS.has(node.kind) || !node.body) return inner
    const lines = linesOf(node.body)
    found.push({ path, name, lines: lines - inner })
    return lines - 1
  }
  visit(root as Named, '')
  return found
}

/** Every function of the project's files of this kind. */
export async function functionLines(files: (path: string) => boolean): Promise<FunctionLines[]> {
  const cwd = process.cwd()
  const api = new API({ cwd })
  try {
    const snapshot = await api.updateSnapshot({ openProject: `${cwd}/tsconfig.json` })
    const { program } = snapshot.getProjects()[0]!
    const paths = (await program.getSourceFileNames()).flatMap((file) => (file.startsWith(`${cwd}/`) ? [file.slice(cwd.length + 1)] : []))
    const found = await Promise.all(
      paths
        .filter(files)
        .map(async (path) => functionsIn((await program.getSourceFile(`${cwd}/${path}`))!, await Bun.file(path).text(), path)),
    )
    return found.flat()
  } finally {
    await api.close()
  }
}
