import { dlopen, ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'

// Linux, both x86-64 and arm64: asm-generic/socket.h.
const SOL_SOCKET = 1
const SO_ATTACH_FILTER = 26
const SO_ACCEPTCONN = 30

const SYN = 0x02
const ACK = 0x10
/** In a TCP header. */
const FLAGS_OFFSET = 13

/**
 * Drops segments that begin a connection and lets all others through. A filter of a TCP socket sees its segments from
 * their TCP header on. @see https://docs.kernel.org/networking/filter.html: code, jump if true, jump if false, operand
 */
const DROP_SYN = [
  [0x30, 0, 0, FLAGS_OFFSET], // load a byte
  [0x54, 0, 0, SYN | ACK], // keep these two bits
  [0x15, 0, 1, SYN], // the next step if it is SYN alone, else the one after
  [0x06, 0, 0, 0], // drop
  [0x06, 0, 0, 0xffff_ffff], // take whole
] as const

/**
 * Lets nobody begin a connection with the sockets of this process that listen on the port, while those that are there, in
 * the kernel's queue too, stay and are served. Closing such a socket instead would cut off whoever stands in that queue with
 * a request already sent. False where it cannot be done (anything but Linux with glibc): then nothing has changed.
 */
export function refuseConnections(port: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { symbols: libc, close } = dlopen('libc.so.6', {
      getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' },
      getsockname: { args: ['i32', 'ptr', 'ptr'], returns: 'i32' },
      setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
    })
    const listens = (handle: number): boolean => {
      const [answer, length] = [new Int32Array(1), new Uint32Array([4])]
      return libc.getsockopt(handle, SOL_SOCKET, SO_ACCEPTCONN, ptr(answer), ptr(length)) === 0 && answer[0] === 1
    }
    const portOf = (handle: number): number => {
      // sockaddr_in and sockaddr_in6 alike: family, then the port, most significant byte first.
      const [address, length] = [new Uint8Array(128), new Uint32Array([128])]
      return libc.getsockname(handle, ptr(address), ptr(length)) === 0 ? address[2]! * 256 + address[3]! : -1
    }
    const instructions = filterBytes()
    const program = new DataView(new ArrayBuffer(16))
    program.setUint16(0, DROP_SYN.length, true)
    program.setBigUint64(8, BigInt(ptr(instructions)), true)
    const doors = readdirSync('/proc/self/fd')
      .map(Number)
      .filter((handle) => listens(handle) && portOf(handle) === port)
    const shut = doors.filter((handle) => libc.setsockopt(handle, SOL_SOCKET, SO_ATTACH_FILTER, ptr(program), 16) === 0)
    close()
    return doors.length > 0 && shut.length === doors.length
  } catch {
    return false
  }
}

function filterBytes(): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * DROP_SYN.length))
  for (const [place, [code, jumpTrue, jumpFalse, operand]] of DROP_SYN.entries()) {
    bytes.setUint16(8 * place, code, true)
    bytes.setUint8(8 * place + 2, jumpTrue)
    bytes.setUint8(8 * place + 3, jumpFalse)
    bytes.setUint32(8 * place + 4, operand, true)
  }
  return new Uint8Array(bytes.buffer)
}
