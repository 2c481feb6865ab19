/** A build of a program, by the SHA-256 of its ELF file in lower-case hex. */
export interface KnownBuild {
  readonly sha256: string
  /** Where it was seen, for a reader. */
  readonly seen: string
}

/** A program that launches go through, and the builds of it that are known. */
export interface KnownProgram {
  readonly name: string
  readonly address: string
  /** The build that this release's tests run on. */
  readonly proven: KnownBuild
  /** Earlier ones of mainnet, the newest first. */
  readonly older: readonly KnownBuild[]
}

const CRATE = 'pump-rust-client 0.5.0'
const OCTOBER = 'mainnet of 2026-10-10'
const JUNE = 'mainnet of 2026-06-11'

/** The programs of pump, as `bun run programs:pull` brings them and as mainnet had them. */
export const KNOWN_PROGRAMS: readonly KnownProgram[] = [
  {
    name: 'pump',
    address: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
    proven: { sha256: 'aa7b9ec411e08bdcf6941a986075ebceaac9087d1f859f263f766349fdaaabc3', seen: CRATE },
    older: [
      { sha256: 'a4b32d322295a15666b1293e0028b9b75d688bfce10b574e1094f249f2ce9f16', seen: OCTOBER },
      { sha256: '3cdad544a8868cd108d3869f3427ae483cba225ce1eb2467a89924e55f6884e1', seen: JUNE },
    ],
  },
  {
    name: 'pump_fees',
    address: 'pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ',
    proven: { sha256: '5b6ceda57863f0dcc3e0e3623052f8342c2c81883379699e71d7ed5383cb3dcf', seen: CRATE },
    older: [
      { sha256: '73c679c8dae8d24153fdd0455b557b73662e93ab2ec88831a9e4be2b08a897a4', seen: OCTOBER },
      { sha256: '666e7b707aeaf69d9bbe7f8038a8dd7575593a429be6beaaf52a6cb9f3922bc1', seen: JUNE },
    ],
  },
  {
    name: 'pump_amm',
    address: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    proven: { sha256: '0f7963aa07aadab8a2846382d92ccde87669a7efd81223c9639933c07eccd054', seen: CRATE },
    older: [
      { sha256: 'a8d05e6927cc6e861d3052a9bf2258ce3a4588f47307d53d0c20ecbe0b86697e', seen: OCTOBER },
      { sha256: 'ea994d26f6b4a15267e4913f3ffbe20e723397646baafe13dd418b11e4f8baed', seen: JUNE },
    ],
  },
]
