import { $ } from 'bun'
import { join } from 'node:path'

/** A build of the service. */
export interface Subject {
  /** `this tree`, or the commit that `--vs` named. */
  readonly name: string
  /** Where its source is. */
  readonly root: string
  readonly executable: string
}

/** Who takes turns. */
export interface Contestants {
  /** This tree, and then the other commit where there is one. */
  readonly subjects: readonly Subject[]
  /** The compiled bare server. */
  readonly bare: string
}

const ROOT = join(import.meta.dir, '..')

/** Where the source of the bare server is, for those who run it uncompiled. */
export const BARE_SOURCE = join(import.meta.dir, 'bare-server.ts')

/**
 * Builds this tree as it stands, and the other commit (in a worktree inside `folder`, with its own install), and the bare server.
 * `release` takes the worktree away again.
 */
export async function buildContestants({ folder, vs, say }: { folder: string; vs: string | null; say: (line: string) => void }): Promise<{
  readonly contestants: Contestants
  release(): Promise<void>
}> {
  const bare = join(folder, 'bare-server')
  say('building this tree and the bare server')
  await buildBare(bare)
  const subjects = [await build('this tree', ROOT)]
  if (vs === null) return { contestants: { subjects, bare }, release: async () => {} }

  const root = join(folder, 'other')
  say(`building ${vs}`)
  await $`git worktree add --detach ${root} ${vs}`.cwd(ROOT).quiet()
  const release = async () => void (await $`git worktree remove --force ${root}`.cwd(ROOT).nothrow().quiet())
  try {
    await $`${process.execPath} install --frozen-lockfile --silent`.cwd(root).quiet()
    return { contestants: { subjects: [...subjects, await build(vs, root)], bare }, release }
  } catch (error) {
    await release()
    throw error
  }
}

async function build(name: string, root: string): Promise<Subject> {
  await $`${process.execPath} build.ts`.cwd(root).quiet()
  return { name, root, executable: join(root, 'dist/agent-launch') }
}

/** With the options of build.ts. */
async function buildBare(outfile: string): Promise<void> {
  const built = await Bun.build({
    entrypoints: [BARE_SOURCE],
    target: 'bun',
    format: 'esm',
    minify: true,
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
  if (!built.success) throw new Error(`the bare server does not build: ${built.logs.join('\n')}`)
}
