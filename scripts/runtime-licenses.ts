import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A part of the runtime that is in every executable. */
interface RuntimePart {
  readonly name: string
  /** SPDX expression. */
  readonly license: string
  readonly holder: string
  readonly source: string
}

const part = (name: string, license: string, holder: string, source: string): RuntimePart => ({ name, license, holder, source })

/**
 * What Bun links: its own list, and what is in its build besides (HdrHistogram_c, llhttp, Node.js, React Compiler, rust-argon2, SQLite).
 *
 * @see https://bun.com/docs/project/license
 */
export const RUNTIME_PARTS: readonly RuntimePart[] = [
  part('JavaScriptCore and WebKit', 'LGPL-2.0-or-later AND BSD-2-Clause', 'Apple Inc. and others', 'https://github.com/oven-sh/WebKit'),
  part('tinycc', 'LGPL-2.1-or-later', 'Fabrice Bellard and others', 'https://github.com/TinyCC/tinycc'),
  part(
    'boringssl',
    'Apache-2.0 AND ISC AND MIT AND OpenSSL',
    'Google LLC, the OpenSSL Project Authors, Eric Young and others',
    'https://boringssl.googlesource.com/boringssl',
  ),
  part('brotli', 'MIT', 'the Brotli Authors', 'https://github.com/google/brotli'),
  part(
    'c-ares',
    'MIT',
    'the Massachusetts Institute of Technology, Daniel Stenberg, the c-ares project and contributors',
    'https://github.com/c-ares/c-ares',
  ),
  part(
    'HdrHistogram_c',
    'BSD-2-Clause',
    'Gil Tene, Michael Barker, Matt Warren, Philip Orwig',
    'https://github.com/HdrHistogram/HdrHistogram_c',
  ),
  part('highway', 'Apache-2.0', 'Google LLC', 'https://github.com/google/highway'),
  part('libarchive', 'BSD-2-Clause', 'Tim Kientzle and others', 'https://github.com/libarchive/libarchive'),
  part('libbase64', 'BSD-2-Clause', 'Nick Galbreath, Wojciech Muła, Matthieu Darbois, Alfred Klomp', 'https://github.com/aklomp/base64'),
  part('libdeflate', 'MIT', 'Eric Biggers', 'https://github.com/ebiggers/libdeflate'),
  part('libicu', 'Unicode-3.0', 'Unicode, Inc.', 'https://github.com/unicode-org/icu'),
  part(
    'libjpeg-turbo',
    'BSD-3-Clause AND IJG AND Zlib',
    'the libjpeg-turbo Project, D. R. Commander, Thomas G. Lane, Guido Vollbeding and others',
    'https://github.com/libjpeg-turbo/libjpeg-turbo',
  ),
  part('libspng', 'BSD-2-Clause', 'Randy', 'https://github.com/randy408/libspng'),
  part('libuv', 'MIT', 'the libuv project contributors', 'https://github.com/libuv/libuv'),
  part('libwebp', 'BSD-3-Clause', 'Google LLC', 'https://github.com/webmproject/libwebp'),
  part('llhttp', 'MIT', 'Fedor Indutny', 'https://github.com/nodejs/llhttp'),
  part('LLVM libc++abi', 'Apache-2.0 WITH LLVM-exception', 'the LLVM Project', 'https://github.com/llvm/llvm-project'),
  part('lol-html', 'BSD-3-Clause', 'Cloudflare, Inc.', 'https://github.com/cloudflare/lol-html'),
  part('ls-hpack', 'MIT', 'LiteSpeed Technologies Inc', 'https://github.com/litespeedtech/ls-hpack'),
  part('ls-qpack', 'MIT', 'LiteSpeed Technologies Inc', 'https://github.com/litespeedtech/ls-qpack'),
  part('lsquic', 'MIT AND BSD-3-Clause', 'LiteSpeed Technologies Inc, the Chromium Authors', 'https://github.com/litespeedtech/lsquic'),
  part('mimalloc', 'MIT', 'Microsoft Corporation, Daan Leijen', 'https://github.com/microsoft/mimalloc'),
  part('Node.js (headers and ported code)', 'MIT', 'Node.js contributors, Joyent, Inc. and others', 'https://github.com/nodejs/node'),
  part('picohttpparser', 'MIT', 'Kazuho Oku, Tokuhiro Matsuno, Daisuke Murase, Shigeo Mitsunari', 'https://github.com/h2o/picohttpparser'),
  part('React Compiler', 'MIT', 'Meta Platforms, Inc. and affiliates', 'https://github.com/facebook/react'),
  part('rust-argon2', 'MIT OR Apache-2.0', 'Martijn Rijkeboer and others', 'https://github.com/sru-systems/rust-argon2'),
  part('simdutf', 'Apache-2.0 OR MIT', 'the simdutf authors', 'https://github.com/simdutf/simdutf'),
  part('SQLite', 'blessing', 'nobody: it is in the public domain', 'https://sqlite.org'),
  part('TigerBeetle (its IO code)', 'Apache-2.0', 'TigerBeetle, Inc.', 'https://github.com/tigerbeetle/tigerbeetle'),
  part('uSockets', 'Apache-2.0', 'Alex Hultman', 'https://github.com/uNetworking/uSockets'),
  part('uucode', 'MIT', 'Jacob Sandlund', 'https://github.com/jacobsandlund/uucode'),
  part('uWebSockets', 'Apache-2.0', 'Alex Hultman', 'https://github.com/jarred-sumner/uwebsockets'),
  part('zlib-ng', 'Zlib', 'Jean-loup Gailly, Mark Adler and the zlib-ng authors', 'https://github.com/zlib-ng/zlib-ng'),
  part('zstd', 'BSD-3-Clause', 'Meta Platforms, Inc. and affiliates', 'https://github.com/facebook/zstd'),
  part('esbuild (ported)', 'MIT', 'Evan Wallace', 'https://github.com/evanw/esbuild'),
]

/** Polyfills within Bun, each under MIT by its authors. */
const POLYFILLS =
  'acorn, acorn-walk, assert, browserify-zlib, buffer, constants-browserify, crypto-browserify, domain-browser, events, https-browserify, os-browserify, path-browserify, process, punycode, querystring-es3, stream-browserify, stream-http, string_decoder, timers-browserify, tty-browserify, url, util, vm-browserify'

/** Texts that stand in full: those of the LGPL ask for it, of version 3 with the GPL that it adds to. */
const FULL_TEXTS = ['LGPL-2', 'LGPL-2.1', 'LGPL-3', 'GPL-3', 'Apache-2.0', 'MIT', 'BSD', 'ISC', 'Unicode-3.0', 'Zlib']

/** What the licences of these parts ask the documentation of a program to say. */
const ACKNOWLEDGEMENTS = `This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/).
This product includes cryptographic software written by Eric Young (eay@cryptsoft.com).
This software is based in part on the work of the Independent JPEG Group.`

const RELINKING = `The executable is a combined work with libraries under the GNU Lesser General Public License, whose use the license covers:
JavaScriptCore and WebKit (LGPL-2.0-or-later), tinycc (LGPL-2.1-or-later), both in the runtime, and rpc-websockets (LGPL-3.0).
You may change each of them, and may reverse engineer this executable to debug such changes. To link it anew with another runtime,
build Bun from https://github.com/oven-sh/bun with the changed library (\`bun run build:local\`, WebKit beside it in vendor/WebKit);
with that Bun, \`bun run build\` in the source of agent-launch makes the executable again, as it does with a changed rpc-websockets.`

/** The notices of the runtime that is in the executable, and in full the texts of the licences that are named in them or by packages. */
export function runtimeLicenseTexts(): string {
  const parts = RUNTIME_PARTS.map(({ name, license, holder, source }) => `${name} (${license}), copyright ${holder}: ${source}`)
  const texts = FULL_TEXTS.map((name) => `${name}\n\n${readFileSync(join(import.meta.dir, 'licenses', `${name}.txt`), 'utf8').trim()}`)
  const notices = [
    `bun ${Bun.version} (MIT), copyright Oven and its contributors: https://github.com/oven-sh/bun`,
    '',
    'It has in it:',
    ...parts,
    `Polyfills (MIT), each by its authors: ${POLYFILLS}`,
    '',
    ACKNOWLEDGEMENTS,
    '',
    RELINKING,
  ].join('\n')
  return [notices, ...texts].join(`\n\n${'-'.repeat(80)}\n\n`)
}
