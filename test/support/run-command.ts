import { bundledMain } from './bundled-main.ts'

/** What a command said, and how it ended. */
export interface CommandEnd {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs `agent-launch …` in a process of its own, with these variables alone, as an operator does. */
export async function runAgentLaunch(
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
  stdin?: string,
): Promise<CommandEnd> {
  const child = Bun.spawn([process.execPath, await bundledMain(), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    ...(cwd === undefined ? {} : { cwd }),
    ...(stdin === undefined ? {} : { stdin: new Response(stdin) }),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  return { code, out, err }
}
