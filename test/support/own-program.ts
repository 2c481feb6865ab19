import { API, type Checker, type Program } from 'typescript/unstable/async'
import type { SourceFile } from 'typescript/unstable/ast'

/** The project as the compiler has read it, with paths as they stand in the repository. */
export interface OwnProgram {
  readonly checker: Checker
  /** Paths of the files of ours that pass, in their order. */
  files(passes: (path: string) => boolean): Promise<string[]>
  /** The syntax tree of one of them. */
  tree(path: string): Promise<SourceFile>
}

/** Does the work on the compiler's program of the whole project, and ends the compiler. Takes it some seconds, and types as many more. */
export async function withOwnProgram<Result>(work: (program: OwnProgram) => Promise<Result>): Promise<Result> {
  const folder = `${process.cwd()}/`
  const api = new API({ cwd: process.cwd() })
  try {
    const snapshot = await api.updateSnapshot({ openProject: `${folder}tsconfig.json` })
    const { program, checker }: { readonly program: Program; readonly checker: Checker } = snapshot.getProjects()[0]!
    const own = (await program.getSourceFileNames()).flatMap((file) => (file.startsWith(folder) ? [file.slice(folder.length)] : []))
    return await work({
      checker,
      files: async (passes) => own.filter(passes).toSorted(),
      tree: async (path) => (await program.getSourceFile(`${folder}${path}`))!,
    })
  } finally {
    await api.close()
  }
}
