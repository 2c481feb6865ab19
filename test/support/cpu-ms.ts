/** How long the processor worked for `work`, in milliseconds: what else the machine does is not in it. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
