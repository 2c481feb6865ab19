import { describe, expect, test } from 'bun:test'
import { createAnswerReader } from '../../bench/http-answer.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nx-a: b: c\r\nContent-Length: 5\r\n\r\nhello'
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nhello, \r\nA\r\nin chunks!\r\n0\r\n\r\n'
const EMPTY = 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n'

describe('answers read from chunks', () => {
  test('one ends where its length says, however it was cut', () => {
    for (let cut = 1; cut < ANSWER.length; cut += 1) {
      const reader = createAnswerReader({ keep: true })
      expect(reader.take(Buffer.from(ANSWER.slice(0, cut)))).toBe(false)
      expect(reader.take(Buffer.from(ANSWER.slice(cut)))).toBe(true)
      expect(reader.answer()).toEqual({
        status: 200,
        headers: [
          ['Content-Type', 'text/plain'],
          ['x-a', 'b: c'],
          ['Content-Length', '5'],
        ],
        body: 'hello',
      })
    }
  })

  test('one in chunks ends with the last of them, however it was cut', () => {
    for (let cut = 1; cut < CHUNKED.length; cut += 1) {
      const reader = createAnswerReader({ keep: true })
      expect(reader.take(Buffer.from(CHUNKED.slice(0, cut)))).toBe(false)
      expect(reader.take(Buffer.from(CHUNKED.slice(cut)))).toBe(true)
      expect(reader.answer()).toMatchObject({ status: 200, body: 'hello, in chunks!' })
    }
  })

  test('the next on the same connection is read anew', () => {
    const reader = createAnswerReader()
    for (const text of [ANSWER, EMPTY, CHUNKED, ANSWER]) expect(reader.take(Buffer.from(text))).toBe(true)
    expect(reader.status).toBe(200)
    reader.take(Buffer.from(EMPTY))
    expect(reader.status).toBe(304)
  })

  test.each([
    ['no HTTP', 'SSH-2.0\r\n\r\n', 'not an answer'],
    ['no length', 'HTTP/1.1 200 OK\r\n\r\nhello', 'not an answer'],
    ['more than the length', `${ANSWER}!`, 'more bytes'],
    ['more than the chunks', `${CHUNKED}!`, 'more bytes'],
  ])('%s is an error', (_, text, message) => {
    expect(() => createAnswerReader().take(Buffer.from(text))).toThrow(message)
  })
})
