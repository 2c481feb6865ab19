/** By the machine that a header names. */
const ELF_MACHINES: Readonly<Record<number, string>> = { 0x3e: 'linux-x64', 0xb7: 'linux-arm64' }
const MACH_O_MACHINES: Readonly<Record<number, string>> = { 0x0100000c: 'darwin-arm64', 0x01000007: 'darwin-x64' }
const PE_MACHINES: Readonly<Record<number, string>> = { 0x8664: 'windows-x64', 0xaa64: 'windows-arm64' }

const ELF = 0x7f454c46
const MACH_O_64 = 0xcffaedfe
const MZ = 0x4d5a
const PE = 0x50450000
const PE_PLACE = 0x3c

/** The platform that a file is an executable of, by its header: `linux-x64`, `darwin-arm64` …; null for any other file. */
export function platformOfExecutable(file: Buffer): string | null {
  if (file.length < 64) return null
  if (file.readUInt32BE(0) === ELF) return ELF_MACHINES[file.readUInt16LE(18)] ?? null
  if (file.readUInt32BE(0) === MACH_O_64) return MACH_O_MACHINES[file.readUInt32LE(4)] ?? null
  const place = file.readUInt32LE(PE_PLACE)
  if (file.readUInt16BE(0) !== MZ || place + 6 > file.length || file.readUInt32BE(place) !== PE) return null
  return PE_MACHINES[file.readUInt16LE(place + 4)] ?? null
}
