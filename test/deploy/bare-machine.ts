import { eventually } from '../support/eventually.ts'

/** A Debian of its own: systemd is its first process, and nothing of its network or files is the machine's that runs it. */
export interface BareMachine {
  /** Runs a script as root, or as who logs in under this name; never throws. */
  run(script: string, user?: string): Promise<{ readonly code: number; readonly out: string }>
  /** Writes a file, as root. */
  write(path: string, content: string | Blob | Buffer<ArrayBuffer>): Promise<void>
  /** Starts a program of this machine in the network of that one. */
  join(command: readonly string[]): Bun.Subprocess<'ignore', 'pipe', 'inherit'>
  /** Throws away all that was changed. */
  stop(): Promise<void>
}

const CLEAN = ['env', '-i', '--chdir=/', 'HOME=/root', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']

/** Boots a copy of the root folder. */
export async function bootBareMachine(root: string): Promise<BareMachine> {
  const options = ['--ephemeral', '--boot', '--private-network', '--keep-unit', '--register=no', '--console=read-only', '--quiet']
  const machine = Bun.spawn(['systemd-nspawn', '--directory', root, ...options], { stdin: 'ignore', stdout: 'ignore', stderr: 'inherit' })
  // Only a child that has become the first process of a system: one that copies the root, or prepares it, ends before that.
  const leader = await eventually(
    () =>
      Bun.spawnSync(['pgrep', '-P', String(machine.pid), '^(systemd|init)$'])
        .stdout.toString()
        .trim() || null,
  )
  const within = (command: readonly string[], stdin: string | Blob | Buffer<ArrayBuffer>) =>
    Bun.spawn(['nsenter', '-t', leader, '-m', '-u', '-i', '-n', '-p', '-C', ...CLEAN, ...command], {
      stdin: new Response(stdin),
      stdout: 'pipe',
      stderr: 'inherit',
    })
  const run: BareMachine['run'] = async (script, user) => {
    const shell = within(user === undefined ? ['bash'] : ['su', '-', user], `exec 2>&1\n${script}`)
    return { out: await new Response(shell.stdout).text(), code: await shell.exited }
  }
  await eventually(async () => /running|degraded/.test((await run('systemctl is-system-running')).out))
  return {
    run,
    async write(path, content) {
      const writer = within(['sh', '-c', 'mkdir -p "$(dirname "$0")" && cat > "$0"', path], content)
      if ((await writer.exited) !== 0) throw new Error(`${path} cannot be written`)
    },
    join: (command) => Bun.spawn(['nsenter', '-t', leader, '-n', ...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' }),
    async stop() {
      // Its first process: the rest of it ends with that, at once.
      process.kill(Number(leader), 'SIGKILL')
      await machine.exited
    },
  }
}
